import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../shared/model';
import { PREVIEW_LIMIT, previewOfMessages } from './preview-text';

const message = (...parts: Part[]): Message => ({
  id: 'm',
  conversationId: 'c',
  parentId: null,
  role: 'assistant',
  parts,
  model: null,
  createdAt: 0,
  usage: null,
  finish: null,
  sourceId: null,
  meta: null,
});

describe('text of the preview', () => {
  it('shows every part that has words, in order', () => {
    const { pieces, left } = previewOfMessages([
      message(
        { type: 'text', text: ' Hello ' },
        { type: 'tool-call', callId: '1', name: 'read', input: { path: 'a' } },
      ),
      message({ type: 'tool-result', callId: '1', name: 'read', output: [{ type: 'text', text: 'body' }] }),
    ]);
    expect(pieces).toEqual([
      { kind: 'text', name: '', text: 'Hello' },
      { kind: 'call', name: 'read', text: '{\n  "path": "a"\n}' },
      { kind: 'result', name: 'read', text: 'body' },
    ]);
    expect(left).toBe(0);
  });

  it('is cut at the limit, says by how much, and tears no character apart', () => {
    const { pieces, left } = previewOfMessages([message({ type: 'text', text: `a${'🌳'.repeat(10_000)}` })]);
    expect(pieces[0]!.text.length).toBeLessThanOrEqual(PREVIEW_LIMIT);
    expect(pieces[0]!.text.length + left).toBe(20_001);
    expect(pieces[0]!.text).toBe(`a${'🌳'.repeat(pieces[0]!.text.length >> 1)}`);
  });

  it('leaves room for the words after a long tool result', () => {
    const { pieces } = previewOfMessages([
      message({
        type: 'tool-result',
        callId: '1',
        name: 'read',
        output: [{ type: 'text', text: 'x'.repeat(1e6) }],
      }),
      message({ type: 'text', text: 'the answer' }),
    ]);
    expect(pieces[1]).toEqual({ kind: 'text', name: '', text: 'the answer' });
  });
});

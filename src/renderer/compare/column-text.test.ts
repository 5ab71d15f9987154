import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../shared/model';
import { columnText } from './column-text';

const texts = {
  call: (name: string) => `Calls ${name}`,
  image: (name: string) => `Image ${name}`,
  file: (name: string) => `File ${name}`,
};

const message = (...parts: Part[]) => ({ parts }) as Message;

describe('columnText', () => {
  it('tells the texts of all messages of a turn', () => {
    expect(
      columnText(
        [
          message(
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool-call', callId: '1', name: 'read', input: {} },
          ),
          message({
            type: 'tool-result',
            callId: '1',
            name: 'read',
            output: [{ type: 'text', text: 'line' }],
          }),
        ],
        texts,
      ),
    ).toBe('Let me look.\n\nCalls `read`\n\n```\nline\n```');
  });

  it('fences an output longer than the fences within', () => {
    const text = columnText(
      [
        message({
          type: 'tool-result',
          callId: '1',
          name: 'read',
          output: [{ type: 'text', text: '````\nx\n````' }],
        }),
      ],
      texts,
    );
    expect(text.startsWith('`````\n')).toBe(true);
  });

  it('takes names for names and not for markup', () => {
    expect(
      columnText([message({ type: 'file', blob: null, mediaType: 'text/plain', name: 'a_[b]*.md' })], texts),
    ).toBe('File a\\_\\[b\\]\\*.md');
  });
});

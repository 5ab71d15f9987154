import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../model';
import { legalName } from './ids';
import { project } from './project';
import type { Reader, SentMessage } from './types';

const reader: Reader = { model: 'anthropic/claude', vision: true, tools: true };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '  \n', '\ud83d', 'a\udc00b'),
);
const callId = fc.constantFrom('a', 'b', 'call|with:illegal', 'x'.repeat(90), '');
const output = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text' as const), text }),
    fc.record({
      type: fc.constant('image' as const),
      blob: fc.constantFrom(null, 'f'.repeat(64)),
      mediaType: fc.constant('image/png'),
    }),
  ),
  { maxLength: 2 },
);
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({
    type: fc.constant('reasoning' as const),
    text,
    provider: fc.constantFrom(undefined, { sig: 'x' }),
  }),
  fc.record({
    type: fc.constant('image' as const),
    blob: fc.constantFrom(null, 'f'.repeat(64)),
    mediaType: fc.constant('image/png'),
  }),
  fc.record({
    type: fc.constant('file' as const),
    blob: fc.constant(null),
    mediaType: fc.constant('text/plain'),
    name: text,
    text: fc.option(text, { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('tool-call' as const),
    callId,
    name: fc.constantFrom('search', 'web.run', '1:x'),
    input: fc.constantFrom(null, 'text', { q: 'a\ud800' }, [1]),
  }),
  fc.record({ type: fc.constant('tool-result' as const), callId, name: fc.constant('search'), output }),
  fc.constant({ type: 'opaque' as const, kind: 'x', raw: null }),
);
const path = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
    parts: fc.array(part, { maxLength: 4 }),
    model: fc.constantFrom(null, 'anthropic/claude', 'openai/gpt'),
  }),
  { maxLength: 10 },
);
const readers = fc.record({
  model: fc.constantFrom('anthropic/claude', 'openai/gpt'),
  vision: fc.boolean(),
  tools: fc.boolean(),
});

function checkValid(sent: SentMessage[], { vision, tools }: Reader): void {
  if (sent.length > 0) expect(sent[0]!.role).toBe('user');
  const ids = new Set<string>();
  sent.forEach((message, at) => {
    const next = sent[at + 1];
    if (next && message.role !== 'tool') expect(next.role).not.toBe(message.role);
    if (message.role === 'tool') {
      const before = sent[at - 1];
      if (before?.role !== 'assistant') throw new Error('results without calls before them');
      expect(message.results.map((result) => result.callId)).toEqual(
        before.parts.flatMap((item) => (item.type === 'tool-call' ? [item.callId] : [])),
      );
      for (const result of message.results) expect(result.output.length).toBeGreaterThan(0);
    } else {
      expect(message.parts.length).toBeGreaterThan(0);
      for (const item of message.parts) {
        if (item.type === 'text') expect(item.text.trim()).not.toBe('');
        if (item.type === 'image') expect(vision).toBe(true);
        if (item.type === 'tool-call') {
          expect(tools).toBe(true);
          expect(item.callId).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
          expect(item.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
          expect(ids.has(item.callId)).toBe(false);
          ids.add(item.callId);
          expect(next?.role).toBe('tool');
        }
      }
      if (message.role === 'assistant') {
        expect(message.parts.some((item) => item.type !== 'reasoning')).toBe(true);
        // Nothing may stand between a call and its result.
        const calls = message.parts.findIndex((item) => item.type === 'tool-call');
        if (calls !== -1)
          expect(message.parts.slice(calls).every((item) => item.type === 'tool-call')).toBe(true);
      }
    }
  });
  expect(JSON.stringify(sent).isWellFormed()).toBe(true);
  expect(JSON.stringify(sent)).not.toMatch(/(?<!\\)\\ud[89a-f]/);
}

describe('the projection', () => {
  it('[P1] gives the same request for the same path', () => {
    fc.assert(
      fc.property(path, readers, (messages, who) => {
        expect(JSON.stringify(project(messages, who))).toBe(
          JSON.stringify(project(structuredClone(messages), who)),
        );
      }),
    );
  });

  it('[P2] is valid whatever the path', () => {
    fc.assert(
      fc.property(path, readers, (messages, who) => checkValid(project(messages, who), who)),
      {
        numRuns: 2000,
      },
    );
  });

  it('[P2] splits a message of calls and results into steps', () => {
    const message: Pick<Message, 'role' | 'parts' | 'model'> = {
      role: 'assistant',
      model: null,
      parts: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool-call', callId: 'a', name: 'search', input: { q: 'x' } },
        { type: 'tool-result', callId: 'a', name: 'search', output: [{ type: 'text', text: 'found' }] },
        { type: 'text', text: 'Done.' },
      ],
    };
    const prompt = { role: 'user' as const, model: null, parts: [{ type: 'text' as const, text: 'Find x' }] };
    expect(project([prompt, message], reader).map((item) => item.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
  });

  it('returns reasoning to the model that thought it, and to no other', () => {
    const thought: Pick<Message, 'role' | 'parts' | 'model'> = {
      role: 'assistant',
      model: 'anthropic/claude',
      parts: [
        { type: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } },
        { type: 'text', text: 'yes' },
      ],
    };
    const prompt = { role: 'user' as const, model: null, parts: [{ type: 'text' as const, text: 'q' }] };
    expect(JSON.stringify(project([prompt, thought], reader))).toContain('signature');
    expect(JSON.stringify(project([prompt, thought], { ...reader, model: 'openai/gpt' }))).not.toContain(
      'hm',
    );
  });

  it('makes names legal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(legalName(name)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
      }),
    );
  });

  it('[T9] passes a path of 100,000 messages', () => {
    const messages = Array.from({ length: 100_000 }, (_, i) => ({
      role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
      model: null,
      parts: [{ type: 'text' as const, text: `m${i}` }],
    }));
    expect(project(messages, reader)).toHaveLength(100_000);
  });
});

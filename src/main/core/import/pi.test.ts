import { describe, expect, it } from 'vitest';
import { importContent, links, problemsOf, shape, textOf } from './testing';

type Fields = Record<string, unknown>;

const header = (id = 'S', more: Fields = {}): Fields => ({
  type: 'session',
  version: 3,
  id,
  timestamp: '2026-07-01T10:00:00Z',
  ...more,
});
const entry = (
  type: string,
  id: string | undefined,
  parentId: string | null | undefined,
  more: Fields = {},
): Fields => ({
  type,
  id,
  parentId,
  timestamp: '2026-07-01T10:00:01Z',
  ...more,
});
const says = (
  id: string | undefined,
  parentId: string | null | undefined,
  role: string,
  content: unknown,
  more: Fields = {},
): Fields => entry('message', id, parentId, { message: { role, content, ...more } });

async function readAll(records: Fields[]) {
  const { conversations, reports } = await importContent(
    records.map((record) => JSON.stringify(record)).join('\n'),
    'log',
  );
  for (const conversation of conversations) expect(problemsOf(conversation)).toEqual([]);
  return { conversations, report: reports[0]! };
}

async function read(records: Fields[]) {
  const { conversations, report } = await readAll(records);
  if (!conversations[0]) throw new Error(JSON.stringify(report));
  return conversations[0];
}

describe('pi', () => {
  it('[I2] follows parents through entries that say nothing, and ends at the last entry', async () => {
    const conversation = await read([
      header(),
      entry('model_change', 'm', null, { provider: 'p', modelId: 'x' }),
      says('u', 'm', 'user', 'q'),
      says('a', 'u', 'assistant', [{ type: 'text', text: 'left' }], { model: 'x', stopReason: 'stop' }),
      entry('branch_summary', 'b', 'u', { summary: 'Tried left.' }),
      says('c', 'b', 'assistant', [{ type: 'text', text: 'right' }]),
      entry('label', 'l', 'c', { targetId: 'a', label: 'good' }),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a', 'u>c']);
    expect(conversation.tip).toBe('c');
    expect(conversation.checkpoints).toMatchObject([{ messageSourceId: 'a', label: 'good' }]);
    expect(conversation.events.map(({ kind, afterSourceId }) => [kind, afterSourceId])).toEqual([
      ['notice', null],
      ['summary', 'u'],
    ]);
  });

  it('a label without text clears one, and a leaf record moves the tip', async () => {
    const conversation = await read([
      header(),
      says('u', null, 'user', 'q'),
      says('a', 'u', 'assistant', [{ type: 'text', text: 'x' }]),
      entry('label', 'l1', 'a', { targetId: 'u', label: 'one' }),
      entry('label', 'l2', 'l1', { targetId: 'u' }),
      entry('leaf', 'f', 'l2', { targetId: 'u' }),
    ]);
    expect(conversation.checkpoints).toEqual([]);
    expect(conversation.tip).toBe('u');
  });

  it('version 1 has no ids: entries follow one another and are named by their lines', async () => {
    const conversation = await read([
      { type: 'session', id: 'S', timestamp: '2026-07-01T10:00:00Z' },
      says(undefined, undefined, 'user', 'q'),
      says(undefined, undefined, 'assistant', [
        { type: 'toolCall', id: 'c', name: 'bash', arguments: null, partialJson: '{"a' },
      ]),
      says(undefined, undefined, 'toolResult', 'out', { toolCallId: 'c', toolName: 'bash', isError: true }),
    ]);
    expect(links(conversation)).toEqual(['>line:2', 'line:2>line:3', 'line:3>line:4']);
    expect(conversation.messages[1]?.parts).toEqual([
      { type: 'tool-call', callId: 'c', name: 'bash', input: null, inputText: '{"a' },
    ]);
    expect(conversation.messages[2]?.parts).toMatchObject([{ callId: 'c', isError: true }]);
  });

  it('each header begins a conversation, and ids count within it', async () => {
    const { conversations } = await readAll([
      { type: 'title', v: 1, title: 'Slot', updatedAt: '2026-07-01T10:00:05Z' },
      header('one', { title: 'Header' }),
      says('x', null, 'user', 'first'),
      header('two'),
      says('x', null, 'user', 'second'),
      entry('session_info', 'i', 'x', { name: 'Named' }),
    ]);
    expect(
      conversations.map((item) => [item.sourceId, item.title, shape(item), textOf(item.messages[0])]),
    ).toEqual([
      ['one', 'Slot', '1/1/x', 'first'],
      ['two', 'Named', '1/1/x', 'second'],
    ]);
  });

  it('[I4] aborted answers, shell commands and what extensions say', async () => {
    const conversation = await read([
      header(),
      says('u', null, 'user', 'q'),
      says('x', 'u', 'assistant', [], { stopReason: 'aborted', errorMessage: 'Stopped' }),
      entry('message', 'b', 'x', { message: { role: 'bashExecution', command: 'ls', output: 'o' } }),
      entry('custom_message', 'c', 'b', { customType: 'note', content: 'shown', display: true }),
      entry('custom_message', 'd', 'c', { customType: 'note', content: 'not shown', display: false }),
      says('e', 'lost', 'user', 'on', {}),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>c', 'c>e']);
    expect(conversation.events.map(({ kind, hidden, title, text }) => [kind, hidden, title, text])).toEqual([
      ['notice', false, 'The answer was aborted', 'Stopped'],
      ['command', false, '! ls', 'o'],
      ['context', true, 'note', 'not shown'],
    ]);
    expect(conversation.skipped).toMatchObject([{ line: 7 }]);
  });

  it('[I7] keeps models, usage, cost and times', async () => {
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: 0.5 } };
    const conversation = await read([
      header(),
      says('a', null, 'assistant', [{ type: 'thinking', thinking: 't', thinkingSignature: 's' }], {
        model: 'x',
        api: 'anthropic-messages',
        stopReason: 'length',
        usage,
      }),
    ]);
    expect(conversation.messages[0]).toMatchObject({
      model: 'x',
      finish: 'length',
      createdAt: Date.parse('2026-07-01T10:00:01Z'),
      usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, costUsd: 0.5 },
      parts: [{ type: 'reasoning', text: 't', provider: { anthropic: { signature: 's' } } }],
    });
  });
});

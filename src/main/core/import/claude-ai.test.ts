import { describe, expect, it } from 'vitest';
import { importContent, links, problemsOf, textOf } from './testing';

type Fields = Record<string, unknown>;

function message(uuid: string, sender: string, content: unknown, more: Fields = {}): Fields {
  return {
    uuid,
    sender,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    ...more,
  };
}

async function read(chat_messages: Fields[], more: Fields = {}) {
  const { conversations, reports } = await importContent(
    JSON.stringify([
      { uuid: 'c', name: 'N', created_at: '2026-07-01T10:00:00.000000Z', chat_messages, ...more },
    ]),
  );
  const [conversation] = conversations;
  if (!conversation) throw new Error(JSON.stringify(reports));
  expect(problemsOf(conversation)).toEqual([]);
  return conversation;
}

describe('Claude.ai', () => {
  it('[I3] keeps calls and results in the message they stand in, in their order', async () => {
    const conversation = await read([
      message('u', 'human', 'Hi'),
      message('a', 'assistant', [
        { type: 'thinking', thinking: 'hm', signature: 'S' },
        { type: 'tool_use', name: 'search', input: { q: 1 } },
        { type: 'tool_use', id: 't2', name: 'search', input: {} },
        { type: 'tool_result', name: 'search', content: [{ type: 'text', text: 'second' }] },
        { type: 'tool_result', name: 'search', content: 'first', is_error: true },
        { type: 'tool_use', id: 't3', name: 'artifacts', input: {} },
        { type: 'text', text: 'Done', citations: [{ title: 'T', url: 'https://a.example' }] },
        { type: 'token_budget' },
        { type: 'of_the_future', x: 1 },
        'plain',
      ]),
    ]);
    expect(conversation.messages).toHaveLength(2);
    expect(conversation.messages[1]?.parts).toEqual([
      { type: 'reasoning', text: 'hm', provider: { anthropic: { signature: 'S' } } },
      { type: 'tool-call', callId: 'a:1', name: 'search', input: { q: 1 } },
      { type: 'tool-call', callId: 't2', name: 'search', input: {} },
      { type: 'tool-result', callId: 't2', name: 'search', output: [{ type: 'text', text: 'second' }] },
      {
        type: 'tool-result',
        callId: 'a:1',
        name: 'search',
        output: [{ type: 'text', text: 'first' }],
        isError: true,
      },
      { type: 'tool-call', callId: 't3', name: 'artifacts', input: {}, unanswered: true },
      { type: 'text', text: 'Done', citations: [{ title: 'T', url: 'https://a.example' }] },
      { type: 'opaque', kind: 'of_the_future', raw: { type: 'of_the_future', x: 1 } },
      { type: 'text', text: 'plain' },
    ]);
  });

  it('[I2] follows parents where there are any, and the order of the list where there are none', async () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const at = (second: number): Fields => ({ created_at: `2026-07-01T10:00:0${second}Z` });
    const tree = [
      message('u', 'human', 'Hi', { parent_message_uuid: root, ...at(1) }),
      message('a1', 'assistant', 'one', { parent_message_uuid: 'u', ...at(5) }),
      message('a2', 'assistant', 'two', { parent_message_uuid: 'u', ...at(3) }),
    ];
    const conversation = await read(tree);
    expect(links(conversation)).toEqual(['>u', 'u>a1', 'u>a2']);
    expect(conversation.tip).toBe('a1');
    expect((await read(tree, { current_leaf_message_uuid: 'a2' })).tip).toBe('a2');
    const line = await read([message('b', 'human', 'B', at(9)), message('a', 'assistant', 'A', at(1))]);
    expect(links(line)).toEqual(['>b', 'b>a']);
  });

  it('takes attachments with their text, files by name, and text from where it is', async () => {
    const filler = '```\nThis block is not supported on your current device yet.\n```';
    const conversation = await read([
      message('u', 'human', '', {
        attachments: [{ file_name: 'p.txt', file_size: 4, file_type: 'txt', extracted_content: 'TEXT' }],
        files: [{ file_kind: 'image', file_uuid: 'f', file_name: 'i.png' }],
      }),
      message('a', 'assistant', [{ type: 'text', text: '' }], { text: 'from text' }),
      message('b', 'assistant', [{ type: 'tool_use', id: 't', name: 'x', input: {} }], {
        text: `${filler}\nsaid`,
      }),
      message('c', 'assistant', null, { text: filler }),
      message('d', 'assistant', 'x', { content: 'a string' }),
    ]);
    expect(conversation.messages[0]?.parts).toEqual([
      { type: 'file', blob: null, mediaType: 'text/plain', name: 'p.txt', size: 4, text: 'TEXT' },
      { type: 'image', blob: null, mediaType: 'image/png', name: 'i.png', origin: 'f' },
    ]);
    expect(conversation.messages.map(textOf).slice(1)).toEqual(['from text', '\nsaid|', filler, 'a string']);
  });

  it('[I4] takes a message without an author or an id, and says so', async () => {
    const conversation = await read([
      message('u', 'human', 'Hi'),
      { content: [{ type: 'text', text: 'who?' }] },
    ]);
    expect(conversation.messages.map(({ role, sourceId }) => [role, sourceId])).toEqual([
      ['user', 'u'],
      ['assistant', 'message:1'],
    ]);
    expect(conversation.skipped).toHaveLength(1);
  });

  it('[I7] keeps models and microseconds, and gives a message without a time that of its parent', async () => {
    const conversation = await read(
      [
        message('u', 'human', 'Hi', { created_at: '2026-07-01T10:00:01.123456+00:00' }),
        message('a', 'assistant', 'Yo', { stop_reason: 'max_tokens' }),
      ],
      { model: 'claude-x' },
    );
    const time = Date.parse('2026-07-01T10:00:01.123Z');
    expect(conversation.messages.map((item) => item.createdAt)).toEqual([time, time]);
    expect(conversation.messages.map((item) => item.model)).toEqual([null, 'claude-x']);
    expect(conversation.messages[1]?.finish).toBe('length');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveCitations } from './chatgpt-text';
import { importContent, leaves, links, problemsOf, shape, textOf } from './testing';

type Fields = Record<string, unknown>;

/** A node of an export; `more` goes into its message. */
function node(
  id: string,
  parent: string | null,
  role: string,
  text: string | Fields,
  more: Fields = {},
): Fields {
  const content = typeof text === 'string' ? { content_type: 'text', parts: [text] } : text;
  const message = {
    id,
    author: { role, name: more.name ?? null },
    content,
    recipient: 'all',
    metadata: {},
    ...more,
  };
  return { id, parent, children: [], message };
}

function exported(nodes: Fields[], more: Fields = {}): string {
  const mapping = Object.fromEntries(nodes.map((item) => [item.id, item]));
  return JSON.stringify([{ id: 'c', title: 'T', create_time: 1_700_000_000, mapping, ...more }]);
}

async function read(nodes: Fields[], more: Fields = {}) {
  const { conversations, reports } = await importContent(exported(nodes, more));
  const [conversation] = conversations;
  if (!conversation) throw new Error(JSON.stringify(reports));
  expect(problemsOf(conversation)).toEqual([]);
  return conversation;
}

describe('ChatGPT', () => {
  it('[I2] takes every branch, and the current node for the tip though it is not the last child', async () => {
    const conversation = await read(
      [
        { id: 'root', parent: null, children: ['u'], message: null },
        { ...node('u', 'root', 'user', 'Hi'), children: ['a2', 'a1'] },
        node('a1', 'u', 'assistant', 'first', { create_time: 1_700_000_001.5 }),
        node('a2', 'u', 'assistant', 'second', { create_time: '2023-11-14T22:13:21Z' }),
      ],
      { current_node: 'a1' },
    );
    expect(links(conversation)).toEqual(['>u', 'u>a2', 'u>a1']);
    expect(conversation.tip).toBe('a1');
    expect(conversation.messages.map((message) => message.createdAt)).toEqual([
      1_700_000_000_000, 1_700_000_001_000, 1_700_000_001_500,
    ]);
  });

  it('[I2] what is hidden or empty goes beside, and what follows moves up to what is shown', async () => {
    const conversation = await read(
      [
        node('s', null, 'system', 'You are helpful'),
        node('c', 's', 'user', {
          content_type: 'user_editable_context',
          user_profile: 'P',
          user_instructions: 'I',
        }),
        node('u', 'c', 'user', 'Hi'),
        node('e', 'u', 'assistant', ''),
        node('h', 'e', 'assistant', 'hidden', { metadata: { is_visually_hidden_from_conversation: true } }),
        node('a', 'h', 'assistant', 'Hello'),
        node('z', 'a', 'assistant', { content_type: 'text' }, { status: 'in_progress' }),
      ],
      { current_node: 'z' },
    );
    expect(links(conversation)).toEqual(['>u', 'u>a']);
    expect(conversation.tip).toBe('a');
    expect(
      conversation.events.map(({ kind, hidden, afterSourceId, text }) => [kind, hidden, afterSourceId, text]),
    ).toEqual([
      ['system', true, null, 'You are helpful'],
      ['context', true, null, 'P\n\nI'],
      ['context', true, 'u', 'hidden'],
    ]);
  });

  it('[I3] pairs results with the call above them', async () => {
    const conversation = await read([
      node('u', null, 'user', 'Search'),
      node('t', 'u', 'assistant', {
        content_type: 'thoughts',
        thoughts: [{ summary: 'S', content: 'long' }],
      }),
      node('c1', 't', 'assistant', { content_type: 'code', text: '{"q":"x"}' }, { recipient: 'web.run' }),
      node('r1', 'c1', 'tool', { content_type: 'tether_quote', title: 'A', text: 'body' }, { name: 'web' }),
      node('r2', 'r1', 'tool', { content_type: 'execution_output', text: 'more' }, { name: 'web.run' }),
      node('c2', 'r2', 'assistant', { content_type: 'code', text: 'print(1)' }, { recipient: 'python' }),
      node('a', 'r2', 'assistant', 'Done', { metadata: { model_slug: 'gpt-5' } }),
      node('r3', 'a', 'tool', 'late', { name: 'web' }),
    ]);
    const parts = Object.fromEntries(conversation.messages.map((message) => [message.sourceId, message]));
    expect(parts.t?.parts).toEqual([{ type: 'reasoning', text: '**S**\n\nlong' }]);
    expect(parts.c1?.parts).toEqual([
      { type: 'tool-call', callId: 'c1', name: 'web.run', input: { q: 'x' } },
    ]);
    expect(parts.r1?.parts).toMatchObject([{ type: 'tool-result', callId: 'c1', name: 'web' }]);
    expect(parts.r2?.parts).toMatchObject([{ type: 'tool-result', callId: 'c1' }]);
    expect(parts.c2?.parts).toMatchObject([
      { callId: 'c2', input: null, inputText: 'print(1)', unanswered: true },
    ]);
    expect(parts.r3?.parts).toMatchObject([{ callId: 'r3' }]);
    expect(parts.r3?.meta).toEqual({ orphan: true });
    expect(parts.a?.model).toBe('gpt-5');
  });

  it('[I4] cuts circles, keeps what hangs on nothing, and says so', async () => {
    const conversation = await read([
      node('b', 'a', 'assistant', 'B'),
      node('a', 'b', 'user', 'A'),
      node('x', 'ghost', 'user', 'X'),
      node('y', 'x', 'assistant', 'Y'),
      node('self', 'self', 'user', 'S'),
    ]);
    expect(links(conversation)).toEqual(['>b', 'b>a', '>x', 'x>y', '>self']);
    expect(conversation.skipped.map(({ at }) => at)).toEqual(['[0].mapping.x', '[0].mapping.b']);
  });

  it('[I4] a conversation without messages, and one that is none, do not harm the rest', async () => {
    const good = JSON.parse(exported([node('u', null, 'user', 'Hi')]))[0];
    const { conversations, reports } = await importContent(
      JSON.stringify([{ title: 'No mapping' }, 5, good, { ...good, id: 'd', title: 'Void', mapping: {} }]),
    );
    expect(conversations.map((item) => item.sourceId)).toEqual(['c']);
    expect(reports[0]?.skipped.map(({ at }) => at)).toEqual(['[0]', '[1]', '[3]']);
    expect(reports[0]?.skipped[2]?.reason).toContain('“Void” is empty');
  });

  it('puts messages without any links one behind the other', async () => {
    const conversation = await read([
      { ...node('b', null, 'assistant', 'B', { create_time: 2 }), parent: undefined },
      { ...node('a', null, 'user', 'A', { create_time: 1 }), parent: undefined },
    ]);
    expect(links(conversation)).toEqual(['>a', 'a>b']);
  });

  it('keeps what it does not know, and images that did not come along', async () => {
    const conversation = await read([
      node('u', null, 'user', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1', width: 2, height: 3 },
          'look',
          { content_type: 'audio_transcription', text: 'spoken' },
          { some: 'thing' },
        ],
      }),
      node('f', 'u', 'assistant', { content_type: 'of_the_future', blob: { x: 1 } }),
    ]);
    expect(conversation.messages[0]?.parts).toEqual([
      { type: 'image', blob: null, mediaType: 'image/png', width: 2, height: 3, origin: 'sediment://file_1' },
      { type: 'text', text: 'look' },
      { type: 'text', text: 'spoken' },
      { type: 'opaque', kind: 'part', raw: { some: 'thing' } },
    ]);
    expect(conversation.messages[1]?.parts).toMatchObject([{ type: 'opaque', kind: 'of_the_future' }]);
  });

  it('resolves the marks of citations and takes them out', () => {
    const marked =
      'Warm \uE200cite\uE202turn0search1\uE201. \uE203Dry\uE204 in \uE200entity\uE202["city","Seoul","x"]\uE201!';
    const metadata = {
      content_references: [
        {
          matched_text: '\uE200cite\uE202turn0search1\uE201',
          items: [{ title: 'T', url: 'https://a.example' }],
        },
        { matched_text: ' ', items: [{ title: 'List', url: 'https://b.example' }] },
        { matched_text: '\uE203', type: 'hidden' },
      ],
    };
    expect(resolveCitations(marked, metadata)).toEqual({
      text: 'Warm. Dry in Seoul!',
      citations: [{ title: 'T', url: 'https://a.example' }],
    });
    const old = { citations: [{ metadata: { title: 'O', url: 'javascript:alert(1)' } }] };
    expect(resolveCitations('Yes【12†source】【3:4†a.pdf】.', old)).toEqual({
      text: 'Yes.',
      citations: [{ title: 'O', url: null }],
    });
  });

  it('gives a conversation without an id the same one each time', async () => {
    const nodes = [node('u', null, 'user', 'Hi')];
    const first = await read(nodes, { id: undefined });
    const second = await read([...nodes, node('a', 'u', 'assistant', 'Yo')], { id: undefined, title: 'New' });
    expect(second.sourceId).toBe(first.sourceId);
  });

  it('walks a chain of 20,000 without recursion', async () => {
    const nodes = Array.from({ length: 20_000 }, (_, n) =>
      node(`n${n}`, n === 0 ? null : `n${n - 1}`, n % 2 === 0 ? 'user' : 'assistant', `m${n}`),
    );
    expect(shape(await read(nodes))).toBe('20000/1/n19999');
    const hidden = nodes.map((item, n) => (n % 3 === 0 ? item : { ...item, message: null }));
    expect(leaves(await read(hidden))).toHaveLength(1);
  });

  it('[I5] a file cut off at any byte gives its whole conversations and no others', async () => {
    const whole = JSON.stringify(
      [1, 2, 3].flatMap((n) => JSON.parse(exported([node(`u${n}`, null, 'user', `Ü${n}`)], { id: `c${n}` }))),
    );
    const bytes = Buffer.from(whole);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
        const { conversations, reports } = await importContent(bytes.subarray(0, length));
        expect(conversations.map((item) => textOf(item.messages[0]))).toEqual(
          ['Ü1', 'Ü2', 'Ü3'].slice(0, conversations.length),
        );
        const [report] = reports;
        if (length < bytes.length) expect(report?.error ?? report?.skipped.at(-1)?.reason).toBeTruthy();
      }),
      { numRuns: 80 },
    );
  });
});

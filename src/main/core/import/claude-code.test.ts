import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notSpeech } from './claude-code-speech';
import { importContent, leaves, links, problemsOf, shape, textOf } from './testing';

type Fields = Record<string, unknown>;

function user(
  uuid: string,
  parentUuid: string | null | undefined,
  content: unknown,
  more: Fields = {},
): Fields {
  return { type: 'user', uuid, parentUuid, sessionId: 's', message: { role: 'user', content }, ...more };
}

function assistant(
  uuid: string,
  parentUuid: string | null,
  id: string,
  blocks: unknown[],
  more: Fields = {},
): Fields {
  const content = blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block));
  return {
    type: 'assistant',
    uuid,
    parentUuid,
    sessionId: 's',
    message: { role: 'assistant', id, model: 'm', content },
    ...more,
  };
}

const call = (id: string): Fields => ({ type: 'tool_use', id, name: 'Bash', input: { id } });
const result = (id: string, content: unknown = `r-${id}`): Fields => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

async function readAll(records: unknown[]) {
  const text = records
    .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
    .join('\n');
  const { conversations, reports } = await importContent(text, 'file.jsonl');
  for (const conversation of conversations) expect(problemsOf(conversation)).toEqual([]);
  return { conversations, report: reports[0]! };
}

async function read(records: unknown[]) {
  const { conversations, report } = await readAll(records);
  const [conversation] = conversations;
  if (!conversation) throw new Error(JSON.stringify(report));
  return conversation;
}

describe('Claude Code', () => {
  it('[I3] parallel calls and lines of one answer are one message, and their results follow in a row', async () => {
    const conversation = await read([
      user('u', null, 'go'),
      assistant('a1', 'u', 'm1', [{ type: 'thinking', thinking: 'plan', signature: 'S' }]),
      assistant('a2', 'a1', 'm1', [call('t1')]),
      user('r1', 'a2', [result('t1')]),
      assistant('a3', 'a2', 'm1', [call('t2'), call('t1')], {
        message: {
          ...(assistant('', '', 'm1', [call('t2'), call('t1')]).message as Fields),
          usage: { output_tokens: 9 },
        },
      }),
      user('r2', 'a3', [result('t2')]),
      {
        type: 'attachment',
        uuid: 'h',
        parentUuid: 'a3',
        sessionId: 's',
        attachment: { type: 'hook_success', stdout: 'ok' },
      },
      assistant('b1', 'r1', 'm2', ['done']),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a1', 'a1>r1', 'r1>r2', 'r2>b1']);
    const [, answer, first] = conversation.messages;
    expect(answer?.parts.map((part) => part.type)).toEqual(['reasoning', 'tool-call', 'tool-call']);
    expect(answer?.usage).toEqual({ outputTokens: 9 });
    expect(first?.parts).toEqual([
      { type: 'tool-result', callId: 't1', name: 'Bash', output: [{ type: 'text', text: 'r-t1' }] },
    ]);
    expect(conversation.events).toMatchObject([
      { kind: 'context', hidden: true, afterSourceId: 'a1', text: 'ok' },
    ]);
  });

  it('[I2] a rewound prompt and an answer tried again are branches', async () => {
    const conversation = await read([
      user('u', null, 'q'),
      assistant('a', 'u', 'm1', [call('t')]),
      user('r', 'a', [result('t')]),
      user('old', 'a', 'old prompt'),
      assistant('b', 'old', 'm2', ['old answer']),
      user('new', 'r', 'new prompt'),
      assistant('c', 'new', 'm3', ['one']),
      assistant('d', 'new', 'm4', ['two']),
      user('first', null, 'q, edited'),
      { type: 'last-prompt', leafUuid: 'c' },
    ]);
    expect(leaves(conversation)).toEqual(['b', 'c', 'd', 'first']);
    expect(links(conversation)).toContain('r>old');
    expect(conversation.tip).toBe('c');
  });

  it('a line with results and words is a result and a prompt', async () => {
    const conversation = await read([
      user('u', null, 'q'),
      assistant('a', 'u', 'm', [call('t1'), call('t2')]),
      user('r', 'a', [result('t1'), { type: 'text', text: 'no, wait' }, result('t2')]),
      assistant('b', 'r', 'n', ['ok']),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a', 'a>r', 'r>r#text', 'r#text>b']);
    expect(conversation.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
    ]);
  });

  it('what the program wrote is no speech', async () => {
    const command =
      '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>';
    const conversation = await read([
      user('m', null, 'Caveat', { isMeta: true }),
      user('c', 'm', command),
      user('o', 'c', '<local-command-stdout>\u001b[1mSet\u001b[22m</local-command-stdout>'),
      user('u', 'o', [
        { type: 'text', text: '<ide_opened_file>x</ide_opened_file>' },
        { type: 'text', text: 'real' },
      ]),
      {
        type: 'system',
        subtype: 'informational',
        content: 'Limit reached',
        level: 'warning',
        uuid: 's1',
        parentUuid: 'u',
      },
      assistant('e', 's1', 'x', ['API Error'], { isApiErrorMessage: true }),
      user('i', 'e', [{ type: 'text', text: '[Request interrupted by user]' }]),
      assistant('a', 'i', 'y', ['answer']),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a']);
    expect(conversation.events.map(({ kind, hidden, title }) => [kind, hidden, title])).toEqual([
      ['context', true, 'Caveat'],
      ['command', false, '/model opus'],
      ['command', true, 'Set'],
      ['context', true, 'x'],
      ['notice', false, 'Limit reached'],
      ['notice', false, 'API Error'],
      ['notice', false, 'Interrupted by the user'],
    ]);
    expect(notSpeech('Use <command-name> tags')).toBeNull();
    expect(notSpeech('<system-reminder>a</system-reminder> do it')).toBeNull();
  });

  it('[I4] a compaction and a lost link do not tear the thread', async () => {
    const conversation = await read([
      user('u', null, 'q'),
      assistant('a', 'u', 'm', ['x']),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'b',
        parentUuid: null,
        logicalParentUuid: 'a',
        sessionId: 's',
      },
      user('cs', 'b', 'This session is being continued…', { isCompactSummary: true }),
      user('v', 'cs', 'on'),
      assistant('c', 'gone', 'n', ['y']),
      assistant('d', null, 'o', ['z']),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a', 'a>v', 'v>c', 'c>d']);
    expect(conversation.events.map(({ kind }) => kind)).toEqual(['compaction', 'summary']);
    expect(conversation.skipped).toMatchObject([{ line: 6 }]);
  });

  it('[I4] the same line twice is kept once; another under its id gets an id of its own', async () => {
    const conversation = await read([
      user('u', null, 'q'),
      assistant('a', 'u', 'm', ['x']),
      user('u', null, 'q'),
      assistant('a', null, 'm', ['x']),
      user('w', 'a', 'one'),
      user('w', 'a', 'two'),
      assistant('z', 'w', 'n', ['to the second']),
    ]);
    expect(links(conversation)).toEqual(['>u', 'u>a', 'a>w', 'a>w#2', 'w#2>z']);
    expect(conversation.skipped.map(({ line }) => line)).toEqual([3, 4, 6]);
  });

  it('sub-agents are conversations of their own, unlinked sessions too', async () => {
    const side = { isSidechain: true };
    const { conversations } = await readAll([
      user('u', null, 'q'),
      assistant('a', 'u', 'm', [call('t')]),
      user('x1', null, 'task', { ...side, agentId: 'ag' }),
      assistant('x2', 'x1', 'n', ['done'], { ...side, agentId: 'ag' }),
      user('y1', null, 'other task', side),
      assistant('y2', 'y1', 'o', ['done too'], side),
      user('r', 'a', [result('t')]),
      user('o', null, 'elsewhere', { sessionId: 'other' }),
      user('p', 'r', 'resumed', { sessionId: 'resumed' }),
    ]);
    expect(conversations.map((item) => [item.sourceId, shape(item), item.meta?.agentOf ?? null])).toEqual([
      ['s', '4/1/p', null],
      ['other', '1/1/o', null],
      ['s/ag', '2/1/x2', 's'],
      ['s/y1', '2/1/y2', 's'],
    ]);
  });

  it('titles: the user’s before the model’s before a summary of this session', async () => {
    const base = [user('u', null, 'q'), { type: 'summary', summary: 'Else', leafUuid: 'other' }];
    expect((await read(base)).title).toBeNull();
    const summary = { type: 'summary', summary: 'Sum', leafUuid: 'u' };
    expect((await read([summary, ...base])).title).toBe('Sum');
    const ai = { type: 'ai-title', aiTitle: 'AI', sessionId: 's' };
    expect((await read([ai, ...base, summary])).title).toBe('AI');
    const custom = (customTitle: string): Fields => ({ type: 'custom-title', customTitle, sessionId: 's' });
    expect((await read([custom('A'), ...base, custom('B'), ai])).title).toBe('B');
  });

  it('results without calls, calls without results, images', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgAAACAAAB4iG8MwAAAABJRU5ErkJggg==';
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: png } };
    const conversation = await read([
      user('u', null, [image, { type: 'text', text: 'see' }]),
      user('r', 'u', [result('nobody')]),
      assistant('a', 'r', 'm', [call('t')]),
    ]);
    expect(conversation.messages[0]?.parts[0]).toMatchObject({ type: 'image', mediaType: 'image/png' });
    expect(conversation.blobs.size).toBe(1);
    expect(conversation.messages[1]?.meta).toEqual({ orphan: true });
    expect(conversation.messages[2]?.parts[0]).toMatchObject({ unanswered: true });
  });

  it('walks a session of 20,000 lines without recursion', async () => {
    const records = Array.from({ length: 20_000 }, (_, n) => {
      const before = n === 0 ? null : `n${n - 1}`;
      return n % 2 === 0 ? user(`n${n}`, before, `q${n}`) : assistant(`n${n}`, before, `m${n}`, [`a${n}`]);
    });
    expect(shape(await read(records))).toBe('20000/1/n19999');
  });

  it('[I5] cut off at any byte it gives the beginning', async () => {
    const records = [
      user('u', null, 'Grüße'),
      assistant('a', 'u', 'm', [call('t1'), call('t2')]),
      user('r', 'a', [result('t1')]),
      user('s', 'a', [result('t2')]),
      assistant('b', 's', 'n', ['ünd']),
    ];
    const bytes = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
    const whole = links((await readAll(records)).conversations[0]!);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
        const { conversations } = await importContent(bytes.subarray(0, length));
        for (const conversation of conversations) {
          expect(problemsOf(conversation)).toEqual([]);
          expect(links(conversation)).toEqual(whole.slice(0, conversation.messages.length));
          expect(textOf(conversation.messages[0])).toBe('Grüße');
        }
      }),
      { numRuns: 80 },
    );
  });

  it('makes a sound tree of any links', async () => {
    const id = fc.integer({ min: 0, max: 12 }).map((n) => `n${n}`);
    const parent = fc.oneof(id, fc.constant(null), fc.constant(undefined), fc.constant('gone'));
    const record = fc.oneof(
      fc.tuple(id, parent, fc.string()).map(([uuid, up, text]) => user(uuid, up, text || 'x')),
      fc.tuple(id, parent, id).map(([uuid, up, t]) => user(uuid, up, [result(t)])),
      fc.tuple(id, parent, id, id).map(([uuid, up, m, t]) => assistant(uuid, up ?? null, m, ['x', call(t)])),
      fc.tuple(id, parent).map(([uuid, up]) => user(uuid, up, 'side', { isSidechain: true })),
      fc.tuple(id, parent).map(([uuid, up]) => ({ type: 'progress', uuid, parentUuid: up, sessionId: 's' })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 25 }), async (records) => {
        await readAll(records);
      }),
      { numRuns: 300 },
    );
  });
});

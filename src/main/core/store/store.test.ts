import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../shared/ids';
import type { Message, Part } from '../../../shared/model';
import { leavesOf } from '../../../shared/tree';
import { openStore, type Store } from './store';

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'astwerk-store-'));
  store = await openStore({ dataDirectory: directory });
});

afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

function message(
  conversationId: string,
  parentId: string | null,
  role: Message['role'],
  parts: Part[] | string,
): Message {
  return {
    id: newId(),
    conversationId,
    parentId,
    role,
    parts: typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts,
    model: role === 'assistant' ? 'demo' : null,
    createdAt: Date.now(),
    usage: null,
    finish: null,
    sourceId: null,
    meta: null,
  };
}

/** A chain of prompts and answers; returns the ids. */
function chain(conversationId: string, length: number, from: string | null = null): string[] {
  const ids: string[] = [];
  let parent = from;
  for (let i = 0; i < length; i++) {
    const next = message(conversationId, parent, i % 2 === 0 ? 'user' : 'assistant', `message ${i}`);
    store.insertMessages([next], { moveTip: true });
    ids.push(next.id);
    parent = next.id;
  }
  return ids;
}

function rowCounts(): Record<string, string> {
  const { database } = store.context;
  const tables = [
    'conversations',
    'messages',
    'events',
    'checkpoints',
    'reductions',
    'trash',
    'runs',
    'queue',
    'blobs',
  ];
  return Object.fromEntries(
    tables.map((table) => [table, JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all())]),
  );
}

const totalChanges = (): number =>
  (store.context.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;

describe('the tree in the store', () => {
  it('[T1] refuses to change a stored message', () => {
    const { id } = store.createConversation();
    const [first] = chain(id, 1);
    for (const column of [
      'parts',
      'parent_id',
      'role',
      'model',
      'created_at',
      'preview',
      'conversation_id',
    ]) {
      expect(() =>
        store.context.database.prepare(`UPDATE messages SET ${column} = ${column} WHERE id = ?`).run(first),
      ).toThrow('messages are immutable');
    }
  });

  it('[T3] switching a branch changes exactly one row and no message', () => {
    const { id } = store.createConversation();
    const left = chain(id, 6);
    const right = chain(id, 3, left[1]);
    expect(store.conversation(id).tip).toBe(right.at(-1));
    const before = rowCounts();
    const changes = totalChanges();
    store.switchTo(id, left[3]!, false);
    expect(totalChanges() - changes).toBe(1);
    const after = rowCounts();
    for (const table of Object.keys(before)) {
      if (table !== 'conversations') expect(after[table]).toBe(before[table]);
    }
    expect(store.conversation(id).tip).toBe(left.at(-1));
  });

  it('[T4] the tip rests at a turn boundary, also when told to rest on a call', () => {
    const { id } = store.createConversation();
    const [prompt] = chain(id, 1);
    const call = message(id, prompt!, 'assistant', [
      { type: 'tool-call', callId: 'c1', name: 'clock', input: {} },
    ]);
    const result = message(id, call.id, 'tool', [
      { type: 'tool-result', callId: 'c1', name: 'clock', output: [{ type: 'text', text: 'noon' }] },
    ]);
    expect(() => store.insertMessages([call], { moveTip: true })).toThrow('calls without results');
    store.insertMessages([call, result], { moveTip: true });
    store.switchTo(id, prompt!, true);
    expect(store.switchTo(id, call.id, true).tip).toBe(result.id);
  });

  it('[T7] returns to the leaf last visited beneath, else to the newest', () => {
    const { id } = store.createConversation();
    const trunk = chain(id, 2);
    const a = chain(id, 2, trunk[1]);
    const b = chain(id, 2, a[0]);
    const c = chain(id, 2, trunk[1]);
    expect(store.conversation(id).tip).toBe(c.at(-1));
    store.switchTo(id, a[1]!, false);
    store.switchTo(id, c[0]!, false);
    expect(store.switchTo(id, a[0]!, false).tip).toBe(a[1]);
    store.switchTo(id, b[1]!, false);
    store.switchTo(id, c[0]!, false);
    expect(store.switchTo(id, a[0]!, false).tip).toBe(b[1]);
  });

  it('[T5] editing makes a sibling and leaves the old prompt and answer alone', () => {
    const { id } = store.createConversation();
    const ids = chain(id, 4);
    const before = store.messages(id, ids);
    const edited = message(id, ids[1]!, 'user', 'other words');
    store.insertMessages([edited], { moveTip: true });
    expect(store.messages(id, ids)).toEqual(before);
    expect(store.path(id).map((item) => item.id)).toEqual([ids[0], ids[1], edited.id]);
    expect(store.summary(id)).toMatchObject({ messages: 5, branches: 2 });
  });

  it('[T6] a fork of 1,000 messages shares no id, and later messages of either do not show in the other', () => {
    const { id } = store.createConversation();
    const blob = store.blobs.put(new TextEncoder().encode('bytes'), 'image/png');
    const messages: Message[] = [];
    let parent: string | null = null;
    for (let i = 0; i < 250; i++) {
      const prompt = message(id, parent, 'user', [
        { type: 'text', text: `prompt ${i}` },
        { type: 'image', blob, mediaType: 'image/png' },
      ]);
      const call = message(id, prompt.id, 'assistant', [
        { type: 'tool-call', callId: `call-${i}`, name: 'clock', input: { i } },
      ]);
      const result = message(id, call.id, 'tool', [
        { type: 'tool-result', callId: `call-${i}`, name: 'clock', output: [{ type: 'text', text: 'noon' }] },
      ]);
      const answer = message(id, result.id, 'assistant', `answer ${i}`);
      messages.push(prompt, call, result, answer);
      parent = answer.id;
    }
    store.insertMessages(messages, { moveTip: true });
    const { database } = store.context;
    database
      .prepare('INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)')
      .run(newId(), id, messages[3]!.id, 'start', 1);
    const reduction = newId();
    database
      .prepare("INSERT INTO reductions VALUES (?, ?, ?, 'elision', ?, 1)")
      .run(
        reduction,
        id,
        messages[7]!.id,
        JSON.stringify({ from: messages[2]!.id, calls: ['call-0'], of: reduction }),
      );

    const copy = store.fork(id, messages.at(-1)!.id);
    const theirs = store.path(copy.conversation);
    expect(theirs).toHaveLength(1000);
    const idsOf = (list: Message[]) =>
      list.flatMap((item) => [
        item.id,
        ...item.parts.flatMap((part) =>
          part.type === 'tool-call' || part.type === 'tool-result' ? [part.callId] : [],
        ),
      ]);
    const old = new Set(idsOf(store.path(id)));
    expect(idsOf(theirs).filter((item) => old.has(item))).toEqual([]);
    expect(new Set(idsOf(theirs)).size).toBe(1000 + 250);
    expect(theirs.map((item) => item.parts.map((part) => part.type))).toEqual(
      messages.map((item) => item.parts.map((part) => part.type)),
    );
    expect(store.checkpoints(copy.conversation)).toMatchObject([
      { label: 'start', messageId: theirs[3]!.id },
    ]);
    const reductions = database
      .prepare('SELECT * FROM reductions WHERE conversation_id = ?')
      .all(copy.conversation) as {
      id: string;
      data: string;
    }[];
    expect(JSON.parse(reductions[0]!.data)).toEqual({
      from: theirs[2]!.id,
      calls: [(theirs[1]!.parts[0] as { callId: string }).callId],
      of: reductions[0]!.id,
    });

    chain(id, 2, messages.at(-1)!.id);
    chain(copy.conversation, 3, copy.tip);
    expect(store.path(id)).toHaveLength(1002);
    expect(store.path(copy.conversation)).toHaveLength(1003);
    store.deleteConversation(id);
    expect(store.path(copy.conversation)).toHaveLength(1003);
  });

  it('[T8] a deletion is undone to the same tree and tip', () => {
    const { id } = store.createConversation();
    const trunk = chain(id, 4);
    const other = chain(id, 2, trunk[1]);
    store.switchTo(id, trunk[3]!, false);
    const before = store.treeView(id);
    const { trash, removed, tip } = store.deleteMessages(id, trunk[2]!, 'subtree');
    expect(removed).toBe(2);
    expect(tip).toBe(other.at(-1));
    expect(store.summary(id)).toMatchObject({ messages: 4, branches: 1 });
    expect(store.listTrash(id)).toMatchObject([{ messages: 2, preview: 'message 2' }]);
    expect(() => store.insertMessages([message(id, trunk[3]!, 'user', 'late')], { moveTip: true })).toThrow(
      'was deleted',
    );
    store.restoreMessages(trash.id);
    expect(store.treeView(id).nodes).toEqual(before.nodes);
    expect(store.conversation(id).tip).toBe(trunk[3]);
  });

  it('[T8] deleting one message alone moves its children up, and undo moves them back', () => {
    const { id } = store.createConversation();
    const ids = chain(id, 4);
    const { trash } = store.deleteMessages(id, ids[1]!, 'only');
    expect(store.path(id).map((item) => [item.id, item.parentId])).toEqual([
      [ids[0], null],
      [ids[2], ids[0]],
      [ids[3], ids[2]],
    ]);
    store.restoreMessages(trash.id);
    expect(store.path(id).map((item) => item.id)).toEqual(ids);
  });

  it('[T10] shows an unreadable row as such and opens the rest', () => {
    const { id } = store.createConversation();
    const ids = chain(id, 3);
    const { database } = store.context;
    database.exec('DROP TRIGGER messages_are_immutable');
    database.prepare("UPDATE messages SET parts = '{broken' WHERE id = ?").run(ids[1]);
    const path = store.path(id);
    expect(path).toHaveLength(3);
    expect(path[1]!.parts).toEqual([{ type: 'opaque', kind: 'unreadable', raw: '{broken' }]);
  });

  it('[S3] ids sort by time', () => {
    const { id } = store.createConversation();
    const ids = chain(id, 50);
    expect([...ids].sort()).toEqual(ids);
  });

  it('counts messages and branches as the tree has them', () => {
    const { id } = store.createConversation();
    const ids = chain(id, 5);
    chain(id, 2, ids[0]);
    chain(id, 1, null);
    const summary = store.summary(id);
    expect(summary.messages).toBe(store.tree(id).nodes.size);
    expect(summary.branches).toBe(leavesOf(store.tree(id)).length);
    expect(summary).toMatchObject({ messages: 8, branches: 3 });
  });

  it('finds words in every branch, Chinese and accents too, and nothing that was deleted', () => {
    const { id } = store.createConversation({ title: 'Search' });
    const first = message(id, null, 'user', 'Der Überhang an Äpfeln im Keller');
    const second = message(id, null, 'user', '我们在上海讨论语言模型的上下文窗口');
    store.insertMessages([first], { moveTip: true });
    store.insertMessages([second], { moveTip: true });
    const hits = (text: string) => store.search(text, { limit: 10 }).map((hit) => hit.message);
    expect(hits('uberhang')).toEqual([first.id]);
    expect(hits('"äpfeln im"')).toEqual([first.id]);
    expect(hits('Kell')).toEqual([first.id]);
    expect(hits('语言模型')).toEqual([second.id]);
    expect(hits('模语')).toEqual([]);
    expect(hits('"; DROP TABLE')).toEqual([]);
    expect(store.search('keller', { limit: 5 })[0]!.snippet).toContain('\uE000Keller\uE001');
    store.deleteMessages(id, first.id, 'subtree');
    expect(hits('keller')).toEqual([]);
  });
});

/** Fork: a path copied into a new conversation, every id fresh, every reference remapped [T6]. */

import { idMaker, newId } from '../../../shared/ids';
import type { JsonValue, Message } from '../../../shared/model';
import type { TipMove } from '../../../shared/rpc/contract';
import { boundaryFor, pathTo } from '../../../shared/tree';
import type { StoreContext } from './context';
import { notFound, StoreError } from './errors';
import { type MessageRow, toMessage } from './rows';

/**
 * Copies root → `messageId` (to the end of its turn) with what belongs to it: checkpoints, reductions and
 * events. Blobs are shared: they cannot change.
 */
export function fork(
  context: StoreContext,
  conversationId: string,
  messageId: string,
  title?: string,
): TipMove {
  const source = context.conversationRow(conversationId);
  const tree = context.tree(conversationId);
  if (!tree.nodes.has(messageId)) throw notFound('message', messageId);
  const end = boundaryFor(tree, messageId);
  if (end === null) {
    throw new StoreError(
      'CONFLICT',
      'This turn never ended: its calls have no results. Fork from a message before it.',
    );
  }
  const path = pathTo(tree, end);
  const target = newId();

  return context.write(() => {
    const ids = new Map<string, string>([[conversationId, target]]);
    const messageIds = idMaker();
    const rows = messageRows(context, conversationId, path);
    for (const row of rows) {
      ids.set(row.id, messageIds(row.created_at));
      for (const part of toMessage(row).parts) {
        if (part.type === 'tool-call' && !ids.has(part.callId)) ids.set(part.callId, `call_${newId()}`);
      }
    }
    const now = Date.now();
    const tip = ids.get(end)!;
    context
      .prepare(
        `INSERT INTO conversations (id, title, title_source, tip, recent_tips, model, created_at, updated_at,
           archived, source, source_id, forked_from, meta, message_count, leaf_count)
         VALUES (?, ?, ?, ?, '[]', ?, ?, ?, 0, ?, NULL, ?, NULL, 0, 0)`,
      )
      .run(
        target,
        title ?? source.title,
        title === undefined ? source.title_source : 'user',
        tip,
        source.model,
        now,
        now,
        source.source,
        JSON.stringify({ conversationId, messageId: end }),
      );
    let parentId: string | null = null;
    for (const row of rows) {
      const message = toMessage(row);
      const copy: Message = {
        ...message,
        id: ids.get(message.id)!,
        conversationId: target,
        parentId,
        parts: remap(message.parts as unknown as JsonValue, ids) as unknown as Message['parts'],
        // The copy is ours: re-importing the source must not take it for its own.
        sourceId: null,
      };
      context.insertMessage(copy);
      parentId = copy.id;
    }
    copyBeside(context, conversationId, target, ids);
    context.recount(target);
    return { conversation: target, tip, recentTips: [] };
  });
}

/** Rows of the given messages, in the given order. */
export function messageRows(
  context: StoreContext,
  conversationId: string,
  ids: readonly string[],
): MessageRow[] {
  const found = context
    .prepare(
      `SELECT seq, id, conversation_id, parent_id, role, parts, model, created_at, usage, finish, source_id, meta
       FROM messages WHERE conversation_id = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(conversationId, JSON.stringify(ids)) as MessageRow[];
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Replaces every string that is an old id, anywhere in a JSON value. Iterative: depth is the source's. */
function remap(value: JsonValue, ids: ReadonlyMap<string, string>): JsonValue {
  return JSON.parse(JSON.stringify(value), (_key, item) =>
    typeof item === 'string' ? (ids.get(item) ?? item) : item,
  ) as JsonValue;
}

function copyBeside(context: StoreContext, from: string, to: string, ids: Map<string, string>): void {
  const checkpoints = context.prepare('SELECT * FROM checkpoints WHERE conversation_id = ?').all(from) as {
    message_id: string;
    label: string;
    created_at: number;
  }[];
  for (const row of checkpoints) {
    const messageId = ids.get(row.message_id);
    if (messageId === undefined) continue;
    context
      .prepare(
        'INSERT INTO checkpoints (id, conversation_id, message_id, label, created_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(newId(), to, messageId, row.label, row.created_at);
  }
  const reductions = context
    .prepare('SELECT * FROM reductions WHERE conversation_id = ? ORDER BY created_at, id')
    .all(from) as { id: string; message_id: string; rung: string; data: string; created_at: number }[];
  const kept = reductions.filter((row) => ids.has(row.message_id));
  for (const row of kept) ids.set(row.id, newId());
  for (const row of kept) {
    context
      .prepare(
        'INSERT INTO reductions (id, conversation_id, message_id, rung, data, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        ids.get(row.id)!,
        to,
        ids.get(row.message_id)!,
        row.rung,
        JSON.stringify(remap(JSON.parse(row.data) as JsonValue, ids)),
        row.created_at,
      );
  }
  const events = context.prepare('SELECT * FROM events WHERE conversation_id = ? ORDER BY id').all(from) as {
    message_id: string | null;
    kind: string;
    hidden: number;
    title: string;
    text: string;
    created_at: number;
  }[];
  const eventIds = idMaker();
  for (const row of events) {
    const messageId = row.message_id === null ? null : ids.get(row.message_id);
    if (messageId === undefined) continue;
    context
      .prepare(
        `INSERT INTO events (id, conversation_id, message_id, kind, hidden, title, text, created_at, source_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      )
      .run(
        eventIds(row.created_at),
        to,
        messageId,
        row.kind,
        row.hidden,
        row.title,
        row.text,
        row.created_at,
      );
  }
}

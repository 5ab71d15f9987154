/** Explicit deletion: one row in the trash, and undoing it is deleting that row [T8]. */

import { newId } from '../../../shared/ids';
import type { TrashEntry } from '../../../shared/model';
import type { TipMove } from '../../../shared/rpc/contract';
import { boundaryFor, childrenOf, isWithin, newestLeafWithin, subtreeOf } from '../../../shared/tree';
import type { StoreContext } from './context';
import { notFound, StoreError } from './errors';
import { type TrashRow, toTrash } from './rows';
import { moveTip, survivingTip } from './tips';

/** Takes a subtree, or one message whose children move up, out of view. */
export function deleteMessages(
  context: StoreContext,
  conversationId: string,
  messageId: string,
  mode: 'subtree' | 'only',
): { trash: TrashEntry; removed: number; tip: string | null } {
  const row = context.conversationRow(conversationId);
  const before = context.tree(conversationId);
  if (!before.nodes.has(messageId)) throw notFound('message', messageId);
  const node = before.nodes.get(messageId)!;
  if (mode === 'only' && (node.calls || node.results)) {
    throw new StoreError(
      'CONFLICT',
      'A message that belongs to a tool call cannot be deleted alone: the call and its result would be torn apart. Delete it with its replies.',
    );
  }
  const removed = mode === 'only' ? 1 : subtreeOf(before, messageId).length;
  const parent = before.parents.get(messageId) ?? null;
  return context.write(() => {
    const entry: TrashEntry = { id: newId(), conversationId, messageId, mode, deletedAt: Date.now() };
    context
      .prepare(
        'INSERT INTO trash (id, conversation_id, message_id, mode, deleted_at, tip_before) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(entry.id, conversationId, messageId, mode, entry.deletedAt, row.tip);
    context.recount(conversationId);
    const tree = context.tree(conversationId);
    let tip = row.tip;
    if (tip !== null && !tree.nodes.has(tip)) {
      // Descend to the newest surviving leaf beneath the parent, rather than fall back to the parent.
      const leaf = newestLeafWithin(tree, parent !== null && tree.nodes.has(parent) ? parent : null);
      tip = leaf === null ? survivingTip(context, conversationId, null) : boundaryFor(tree, leaf);
      moveTip(context, conversationId, tip);
    }
    context.announce({ type: 'tree-changed', conversationId });
    return { trash: entry, removed, tip };
  });
}

/** Undoes a deletion of messages and puts the tip back where it was. */
export function restoreMessages(context: StoreContext, trashId: string): TipMove {
  const row = context.prepare('SELECT * FROM trash WHERE id = ?').get(trashId) as TrashRow | undefined;
  if (!row || row.message_id === null) throw notFound('deletion', trashId);
  return context.write(() => {
    context.prepare('DELETE FROM trash WHERE id = ?').run(trashId);
    context.recount(row.conversation_id);
    const tree = context.tree(row.conversation_id);
    const wanted = row.tip_before;
    const tip =
      wanted !== null && tree.nodes.has(wanted) && isWithin(tree, row.message_id!, wanted)
        ? boundaryFor(tree, wanted)
        : survivingTip(context, row.conversation_id, context.conversationRow(row.conversation_id).tip);
    const move = moveTip(context, row.conversation_id, tip);
    context.announce({ type: 'tree-changed', conversationId: row.conversation_id });
    return move;
  });
}

/** Deletions of messages in a conversation, newest first, with what they took. */
export function listTrash(
  context: StoreContext,
  conversationId: string,
): (TrashEntry & { preview: string; messages: number })[] {
  context.conversationRow(conversationId);
  const all = context.nodes(conversationId);
  const byId = new Map(all.map((node) => [node.id, node]));
  const kids = new Map<string | null, string[]>();
  for (const node of all) {
    const list = kids.get(node.parentId);
    if (list) list.push(node.id);
    else kids.set(node.parentId, [node.id]);
  }
  return context
    .trashOf(conversationId)
    .filter((entry) => entry.messageId !== null)
    .map((entry) => {
      let messages = 1;
      if (entry.mode === 'subtree') {
        const stack = [...(kids.get(entry.messageId) ?? [])];
        while (stack.length > 0) {
          messages++;
          stack.push(...(kids.get(stack.pop()!) ?? []));
        }
      }
      return { ...entry, preview: byId.get(entry.messageId!)?.preview ?? '', messages };
    });
}

export function deleteConversation(context: StoreContext, conversationId: string): TrashEntry {
  context.conversationRow(conversationId);
  return context.write(() => {
    const known = context
      .prepare("SELECT * FROM trash WHERE conversation_id = ? AND mode = 'conversation'")
      .get(conversationId) as TrashRow | undefined;
    if (known) return toTrash(known);
    const entry: TrashEntry = {
      id: newId(),
      conversationId,
      messageId: null,
      mode: 'conversation',
      deletedAt: Date.now(),
    };
    context
      .prepare(
        "INSERT INTO trash (id, conversation_id, message_id, mode, deleted_at) VALUES (?, ?, NULL, 'conversation', ?)",
      )
      .run(entry.id, conversationId, entry.deletedAt);
    context.announce({ type: 'conversation-removed', id: conversationId });
    return entry;
  });
}

export function restoreConversation(context: StoreContext, conversationId: string): void {
  context.conversationRow(conversationId);
  context.write(() => {
    context
      .prepare("DELETE FROM trash WHERE conversation_id = ? AND mode = 'conversation'")
      .run(conversationId);
    context.announceConversation(conversationId);
  });
}

/** Whether a message stands in view: neither deleted nor beneath something deleted. */
export function isInView(context: StoreContext, conversationId: string, messageId: string | null): boolean {
  return messageId === null || context.tree(conversationId).nodes.has(messageId);
}

/** Whether a message has replies in view. */
export function hasReplies(context: StoreContext, conversationId: string, messageId: string): boolean {
  return childrenOf(context.tree(conversationId), messageId).length > 0;
}

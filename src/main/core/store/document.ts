/** A whole conversation out of the store and into it again, ids and all [X3]. */
import { createHash } from 'node:crypto';
import type { AstwerkDocument } from '../../../shared/export/document';
import type { Message } from '../../../shared/model';
import type { ImportedConversationRow } from '../../../shared/rpc/imports';
import { boundaryFor } from '../../../shared/tree';
import { blobsOf, type StoreContext } from './context';
import { StoreError } from './errors';
import type { Provenance } from './merge';
import { type ConversationRow, column, type MessageRow, toConversation, toMessage } from './rows';
import { survivingTip } from './tips';

export function toDocument(context: StoreContext, conversationId: string): AstwerkDocument {
  const conversation = toConversation(context.conversationRow(conversationId));
  const rows = context
    .prepare('SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq')
    .all(conversationId) as MessageRow[];
  const messages = rows.map(toMessage);
  const hashes = new Set<string>();
  for (const message of messages) for (const hash of blobsOf(message)) hashes.add(hash);
  const blobs: AstwerkDocument['blobs'] = {};
  for (const hash of [...hashes].sort()) {
    const blob = context.blobs.read(hash);
    if (blob) blobs[hash] = { mediaType: blob.mediaType, data: blob.bytes.toString('base64') };
  }
  const events = (
    context.prepare('SELECT * FROM events WHERE conversation_id = ? ORDER BY id').all(conversationId) as {
      id: string;
      message_id: string | null;
      kind: AstwerkDocument['events'][number]['kind'];
      hidden: number;
      title: string;
      text: string;
      created_at: number;
      source_id: string | null;
    }[]
  ).map((row) => ({
    id: row.id,
    messageId: row.message_id,
    kind: row.kind,
    hidden: row.hidden === 1,
    title: row.title,
    text: row.text,
    createdAt: row.created_at,
    sourceId: row.source_id,
  }));
  const checkpoints = (
    context
      .prepare('SELECT * FROM checkpoints WHERE conversation_id = ? ORDER BY created_at, id')
      .all(conversationId) as { id: string; message_id: string; label: string; created_at: number }[]
  ).map((row) => ({ id: row.id, messageId: row.message_id, label: row.label, createdAt: row.created_at }));
  const trash = context.trashOf(conversationId).filter((entry) => entry.messageId !== null);
  return {
    format: 'astwerk',
    version: 1,
    conversation,
    messages,
    events,
    checkpoints,
    ...(trash.length > 0 ? { trash } : {}),
    blobs,
  };
}

/**
 * Takes a document in. A conversation that is not here arrives with its own ids; one that is here gets the
 * messages, events, checkpoints that it lacks.
 *
 * @throws StoreError BAD_REQUEST when ids belong to another conversation, a parent is missing, or bytes do not
 *   match their name; nothing is written then
 */
export function importDocument(
  context: StoreContext,
  document: AstwerkDocument,
  provenance: Provenance,
): ImportedConversationRow {
  const { conversation } = document;
  return context.write(() => {
    const known = context.prepare('SELECT * FROM conversations WHERE id = ?').get(conversation.id) as
      | ConversationRow
      | undefined;
    for (const [hash, blob] of Object.entries(document.blobs)) {
      const bytes = Buffer.from(blob.data, 'base64');
      if (createHash('sha256').update(bytes).digest('hex') !== hash) {
        throw new StoreError(
          'BAD_REQUEST',
          `Attachment ${hash.slice(0, 12)}… is damaged: its bytes do not match its name.`,
        );
      }
      context.blobs.put(bytes, blob.mediaType);
    }
    if (!known) insertConversation(context, document);
    let added = 0;
    for (const message of document.messages) added += insertIfNew(context, conversation.id, message) ? 1 : 0;
    for (const event of document.events) {
      context
        .prepare(
          `INSERT OR IGNORE INTO events (id, conversation_id, message_id, kind, hidden, title, text, created_at, source_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          event.id,
          conversation.id,
          event.messageId,
          event.kind,
          event.hidden ? 1 : 0,
          event.title,
          event.text,
          Math.trunc(event.createdAt),
          event.sourceId,
        );
    }
    for (const checkpoint of document.checkpoints) {
      context
        .prepare(
          'INSERT OR IGNORE INTO checkpoints (id, conversation_id, message_id, label, created_at) VALUES (?, ?, ?, ?, ?)',
        )
        .run(
          checkpoint.id,
          conversation.id,
          checkpoint.messageId,
          checkpoint.label,
          Math.trunc(checkpoint.createdAt),
        );
    }
    if (!known) {
      for (const entry of document.trash ?? []) {
        if (entry.messageId === null) continue;
        context
          .prepare(
            'INSERT OR IGNORE INTO trash (id, conversation_id, message_id, mode, deleted_at) VALUES (?, ?, ?, ?, ?)',
          )
          .run(entry.id, conversation.id, entry.messageId, entry.mode, Math.trunc(entry.deletedAt));
      }
    }
    if (added > 0 || !known) context.recount(conversation.id);
    const tree = context.tree(conversation.id);
    if (!known) {
      const wanted = conversation.tip;
      const tip =
        wanted === null && tree.nodes.size > 0 && conversation.recentTips.length > 0
          ? null
          : wanted !== null && tree.nodes.has(wanted)
            ? boundaryFor(tree, wanted)
            : survivingTip(context, conversation.id, null);
      context.prepare('UPDATE conversations SET tip = ? WHERE id = ?').run(tip, conversation.id);
      context.announceConversation(conversation.id);
    } else if (added > 0) context.announce({ type: 'tree-changed', conversationId: conversation.id });
    if (added > 0 || !known) {
      context
        .prepare(
          'INSERT INTO imports (id, file, format, conversation_id, added, imported_at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(crypto.randomUUID(), provenance.file, provenance.format, conversation.id, added, Date.now());
    }
    const row = context.conversationRow(conversation.id);
    return {
      id: conversation.id,
      title: row.title,
      messages: row.message_count,
      branches: row.leaf_count,
      added,
      status: !known ? 'created' : added > 0 ? 'updated' : 'unchanged',
    };
  });
}

function insertConversation(context: StoreContext, document: AstwerkDocument): void {
  const { conversation } = document;
  const taken =
    conversation.sourceId !== null &&
    context
      .prepare('SELECT 1 FROM conversations WHERE source = ? AND source_id = ?')
      .get(conversation.source, conversation.sourceId);
  context
    .prepare(
      `INSERT INTO conversations (id, title, title_source, tip, recent_tips, model, created_at, updated_at, archived,
         source, source_id, forked_from, meta)
       VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      conversation.id,
      conversation.title,
      conversation.titleSource,
      JSON.stringify(conversation.recentTips),
      conversation.model,
      Math.trunc(conversation.createdAt),
      Math.trunc(conversation.updatedAt),
      conversation.archived ? 1 : 0,
      conversation.source,
      taken ? null : conversation.sourceId,
      column(conversation.forkedFrom),
      column(conversation.meta),
    );
}

function insertIfNew(context: StoreContext, conversationId: string, message: Message): boolean {
  const there = context.prepare('SELECT conversation_id FROM messages WHERE id = ?').get(message.id) as
    | { conversation_id: string }
    | undefined;
  if (there?.conversation_id === conversationId) return false;
  if (there) {
    throw new StoreError(
      'BAD_REQUEST',
      `Message ${message.id} belongs to another conversation here. The file seems to have been edited; nothing was imported.`,
    );
  }
  if (message.parentId !== null) {
    const parent = context
      .prepare('SELECT 1 FROM messages WHERE id = ? AND conversation_id = ?')
      .get(message.parentId, conversationId);
    if (!parent) {
      throw new StoreError(
        'BAD_REQUEST',
        `Message ${message.id} follows ${message.parentId}, which does not stand before it in the file. Nothing was imported.`,
      );
    }
  }
  context.insertMessage({ ...message, conversationId });
  return true;
}

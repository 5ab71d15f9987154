/** What the parts of the store share: the connection, the trees in memory, and who hears of changes. */

import type { ConversationSummary, Message, NodeSummary, TrashEntry } from '../../../shared/model';
import {
  buildTree,
  flagsOf,
  openCallsOf,
  previewOf,
  resultsOf,
  searchText,
  type Tree,
  textOfPart,
  withoutTrashed,
} from '../../../shared/tree';
import type { Blobs } from './blobs';
import type { Database, Statement } from './driver';
import { notFound, StoreError } from './errors';
import {
  type ConversationRow,
  column,
  type NodeRow,
  type TrashRow,
  toNode,
  toSummary,
  toTrash,
} from './rows';
import { indexText } from './search-text';

/** What listeners of the store hear, after the transaction was committed. */
export type StoreChange =
  | { type: 'conversation'; conversation: ConversationSummary }
  | { type: 'conversation-removed'; id: string }
  | { type: 'nodes-added'; conversationId: string; nodes: NodeSummary[]; tip: string | null }
  | { type: 'tip'; conversationId: string; tip: string | null; recentTips: string[] }
  | { type: 'tree-changed'; conversationId: string };

/** Trees kept in memory: those of the conversations used last. */
const TREES_KEPT = 4;
/** Tips remembered per conversation. */
export const RECENT_TIPS = 200;

export class StoreContext {
  private readonly statements = new Map<string, Statement>();
  private readonly trees = new Map<string, Tree<NodeSummary>>();
  private readonly listeners = new Set<(change: StoreChange) => void>();
  private pending: StoreChange[] = [];
  private depth = 0;

  constructor(
    readonly database: Database,
    readonly blobs: Blobs,
    readonly readOnly: boolean,
  ) {}

  /** A prepared statement, prepared once. */
  prepare(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  onChange(listener: (change: StoreChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells listeners once the outermost transaction is committed; forgotten when it is rolled back. */
  announce(change: StoreChange): void {
    if (
      change.type === 'nodes-added' ||
      change.type === 'tree-changed' ||
      change.type === 'conversation-removed'
    ) {
      this.forgetTree(change.type === 'conversation-removed' ? change.id : change.conversationId);
    }
    this.pending.push(change);
    if (this.depth === 0) this.flush();
  }

  private flush(): void {
    const changes = this.pending;
    this.pending = [];
    for (const change of changes) for (const listener of this.listeners) listener(change);
  }

  /** Runs `work` in one transaction: all of it or nothing. */
  write<T>(work: () => T): T {
    if (this.readOnly) {
      throw new StoreError(
        'READ_ONLY',
        'Another Astwerk has these data open, so this one only reads. Close the other one, or use it.',
      );
    }
    this.depth++;
    const marker = this.pending.length;
    try {
      const result = this.database.inTransaction
        ? work()
        : (this.database.transaction(work).immediate() as T);
      return result;
    } catch (error) {
      this.pending.length = marker;
      this.trees.clear();
      throw error;
    } finally {
      this.depth--;
      if (this.depth === 0) this.flush();
    }
  }

  conversationRow(id: string): ConversationRow {
    const row = this.prepare('SELECT * FROM conversations WHERE id = ?').get(id) as
      | ConversationRow
      | undefined;
    if (!row) throw notFound('conversation', id);
    return row;
  }

  trashOf(conversationId: string): TrashEntry[] {
    const rows = this.prepare(
      'SELECT * FROM trash WHERE conversation_id = ? ORDER BY deleted_at DESC, id DESC',
    ).all(conversationId) as TrashRow[];
    return rows.map(toTrash);
  }

  /** The tree as one sees it: deleted messages left out. */
  tree(conversationId: string): Tree<NodeSummary> {
    const known = this.trees.get(conversationId);
    if (known) {
      this.trees.delete(conversationId);
      this.trees.set(conversationId, known);
      return known;
    }
    const tree = buildTree(withoutTrashed(this.nodes(conversationId), this.trashOf(conversationId)));
    this.trees.set(conversationId, tree);
    if (this.trees.size > TREES_KEPT) this.trees.delete(this.trees.keys().next().value!);
    return tree;
  }

  forgetTree(conversationId: string): void {
    this.trees.delete(conversationId);
  }

  /** All nodes of a conversation, the deleted ones too, in order of insertion. */
  nodes(conversationId: string): NodeSummary[] {
    const rows = this.prepare(
      `SELECT id, parent_id, role, preview, model, created_at, flags, chars, calls, results
       FROM messages WHERE conversation_id = ? ORDER BY seq`,
    ).all(conversationId) as NodeRow[];
    return rows.map(toNode);
  }

  /** Inserts one message row, its words into the index, and its blobs. The caller keeps the counts. */
  insertMessage(message: Message): void {
    const calls = openCallsOf(message.parts);
    const results = resultsOf(message.parts);
    const chars = message.parts.reduce((sum, part) => sum + textOfPart(part).length, 0);
    const { lastInsertRowid: seq } = this.prepare(
      `INSERT INTO messages (id, conversation_id, parent_id, role, parts, model, created_at, usage, finish,
         source_id, meta, preview, flags, chars, calls, results)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      message.id,
      message.conversationId,
      message.parentId,
      message.role,
      JSON.stringify(message.parts),
      message.model,
      Math.trunc(message.createdAt),
      column(message.usage),
      message.finish,
      message.sourceId,
      column(message.meta),
      previewOf(message),
      flagsOf(message),
      chars,
      calls.length > 0 ? JSON.stringify(calls) : null,
      results.length > 0 ? JSON.stringify(results) : null,
    );
    this.prepare('INSERT INTO messages_fts (rowid, text) VALUES (?, ?)').run(
      seq,
      indexText(searchText(message)),
    );
    for (const hash of blobsOf(message)) {
      this.prepare(
        'INSERT OR IGNORE INTO message_blobs (message_seq, hash) SELECT ?, hash FROM blobs WHERE hash = ?',
      ).run(seq, hash);
    }
  }

  /** Counts messages and leaves anew from the tree, and tells listeners. */
  recount(conversationId: string, updatedAt?: number): void {
    this.forgetTree(conversationId);
    const tree = this.tree(conversationId);
    let leaves = 0;
    for (const id of tree.order) if (!tree.children.has(id)) leaves++;
    this.prepare(
      'UPDATE conversations SET message_count = ?, leaf_count = ?, updated_at = max(updated_at, ?) WHERE id = ?',
    ).run(tree.nodes.size, leaves, updatedAt ?? 0, conversationId);
    this.announceConversation(conversationId);
  }

  announceConversation(conversationId: string): void {
    this.announce({ type: 'conversation', conversation: toSummary(this.conversationRow(conversationId)) });
  }
}

/** Hashes of all blobs that a message names. */
export function blobsOf(message: Pick<Message, 'parts'>): Set<string> {
  const hashes = new Set<string>();
  for (const part of message.parts) {
    const items = part.type === 'tool-result' ? part.output : [part];
    for (const item of items) {
      if ((item.type === 'image' || item.type === 'file') && item.blob !== null) hashes.add(item.blob);
    }
  }
  return hashes;
}

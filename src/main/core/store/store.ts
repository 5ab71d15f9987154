/** The store: everything that is kept, behind one class. Its parts live in files of their own. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AstwerkDocument } from '../../../shared/export/document';
import { newId } from '../../../shared/ids';
import type {
  Checkpoint,
  Conversation,
  ConversationEvent,
  ConversationSummary,
  JsonValue,
  Message,
  NodeSummary,
  TrashEntry,
} from '../../../shared/model';
import type { SearchHit, TipMove, TreeView } from '../../../shared/rpc/contract';
import type { ImportedConversationRow } from '../../../shared/rpc/imports';
import { openCallsAt, pathTo, summarise, type Tree } from '../../../shared/tree';
import type { ImportedConversation } from '../import/types';
import { Blobs } from './blobs';
import { StoreContext } from './context';
import * as deletion from './deletion';
import { importDocument, toDocument } from './document';
import { type Database, openDatabase } from './driver';
import { notFound, StoreError } from './errors';
import { fork, messageRows } from './fork';
import { Journal } from './journal';
import { mergeImported, type Provenance } from './merge';
import { migrate } from './migrate';
import { type ConversationRow, toConversation, toMessage, toSummary } from './rows';
import { search } from './search';
import { moveTip, switchTo } from './tips';

export interface StoreOptions {
  dataDirectory: string;
  /** `import`: a worker's connection beside the main one, which has migrated already. `reader`: changes nothing. */
  role?: 'main' | 'import' | 'reader';
}

/** Name of the database file within the data directory. */
export const DATABASE_FILE = 'astwerk.db';

/**
 * Opens the store of a data directory, creating it where there is none.
 * @throws when the database does not open: it is never replaced [S2]
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const role = options.role ?? 'main';
  const file = join(options.dataDirectory, DATABASE_FILE);
  if (role === 'main') mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 });
  if (role !== 'main' && !existsSync(file)) {
    throw new StoreError('NOT_FOUND', `There is no Astwerk database in ${options.dataDirectory}.`);
  }
  let database: Database | undefined;
  try {
    database = await openDatabase(file, { readonly: role === 'reader' });
    if (role === 'main') {
      migrate(database, file);
      chmodSync(file, 0o600);
    }
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${file} does not open: ${reason} It was left as it is.`, { cause: error });
  }
  return new Store(database, join(options.dataDirectory, 'blobs'), role === 'reader');
}

export class Store {
  readonly context: StoreContext;
  readonly blobs: Blobs;
  readonly journal: Journal;

  constructor(database: Database, blobDirectory: string, readOnly: boolean) {
    this.blobs = new Blobs(database, blobDirectory);
    this.context = new StoreContext(database, this.blobs, readOnly);
    this.journal = new Journal(this.context);
  }

  /** Closes the connection; on a clean close the write-ahead log is folded in. */
  close(): void {
    this.context.database.close();
  }

  onChange = (listener: Parameters<StoreContext['onChange']>[0]): (() => void) =>
    this.context.onChange(listener);

  /** Runs `work` in one transaction. */
  write<T>(work: () => T): T {
    return this.context.write(work);
  }

  // Conversations

  list(archived = false): ConversationSummary[] {
    const rows = this.context
      .prepare(
        `SELECT * FROM conversations WHERE archived = ?
           AND id NOT IN (SELECT conversation_id FROM trash WHERE mode = 'conversation')
         ORDER BY updated_at DESC, id DESC`,
      )
      .all(archived ? 1 : 0) as ConversationRow[];
    return rows.map(toSummary);
  }

  conversation(id: string): Conversation {
    return toConversation(this.context.conversationRow(id));
  }

  summary(id: string): ConversationSummary {
    return toSummary(this.context.conversationRow(id));
  }

  createConversation(options: { title?: string; model?: string | null } = {}): Conversation {
    const id = newId();
    const now = Date.now();
    this.write(() => {
      this.context
        .prepare(
          `INSERT INTO conversations (id, title, title_source, model, created_at, updated_at, source)
           VALUES (?, ?, ?, ?, ?, ?, 'astwerk')`,
        )
        .run(
          id,
          options.title ?? '',
          options.title === undefined ? 'auto' : 'user',
          options.model ?? null,
          now,
          now,
        );
      this.context.announceConversation(id);
    });
    return this.conversation(id);
  }

  /** `auto` titles never replace one that a person or the source gave. */
  setTitle(id: string, title: string, by: 'user' | 'auto'): ConversationSummary {
    const row = this.context.conversationRow(id);
    if (by === 'auto' && row.title_source !== 'auto') return toSummary(row);
    return this.update(id, 'title = ?, title_source = ?', [title, by]);
  }

  setModel(id: string, model: string | null): ConversationSummary {
    return this.update(id, 'model = ?', [model]);
  }

  setArchived(id: string, archived: boolean): ConversationSummary {
    return this.update(id, 'archived = ?', [archived ? 1 : 0]);
  }

  private update(id: string, assignments: string, values: unknown[]): ConversationSummary {
    this.context.conversationRow(id);
    return this.write(() => {
      this.context.prepare(`UPDATE conversations SET ${assignments} WHERE id = ?`).run(...values, id);
      this.context.announceConversation(id);
      return this.summary(id);
    });
  }

  deleteConversation(id: string): TrashEntry {
    return deletion.deleteConversation(this.context, id);
  }

  restoreConversation(id: string): ConversationSummary {
    deletion.restoreConversation(this.context, id);
    return this.summary(id);
  }

  deletedConversations(): (ConversationSummary & { deletedAt: number })[] {
    const rows = this.context
      .prepare(
        `SELECT c.*, t.deleted_at FROM trash t JOIN conversations c ON c.id = t.conversation_id
         WHERE t.mode = 'conversation' ORDER BY t.deleted_at DESC`,
      )
      .all() as (ConversationRow & { deleted_at: number })[];
    return rows.map((row) => ({ ...toSummary(row), deletedAt: row.deleted_at }));
  }

  // The tree

  /** The tree in view, in memory; deleted messages left out. */
  tree(conversationId: string): Tree<NodeSummary> {
    return this.context.tree(conversationId);
  }

  treeView(conversationId: string): TreeView {
    const conversation = this.conversation(conversationId);
    const tree = this.tree(conversationId);
    const nodes = tree.order.map((id) => {
      const node = tree.nodes.get(id)!;
      const parentId = tree.parents.get(id) ?? null;
      return parentId === node.parentId ? node : { ...node, parentId };
    });
    return {
      conversation,
      nodes,
      checkpoints: this.checkpoints(conversationId).filter((item) => tree.nodes.has(item.messageId)),
      events: this.events(conversationId).filter(
        (item) => item.messageId === null || tree.nodes.has(item.messageId),
      ),
    };
  }

  checkpoints(conversationId: string): Checkpoint[] {
    const rows = this.context
      .prepare('SELECT * FROM checkpoints WHERE conversation_id = ? ORDER BY created_at, id')
      .all(conversationId) as { id: string; message_id: string; label: string; created_at: number }[];
    return rows.map((row) => ({
      id: row.id,
      messageId: row.message_id,
      label: row.label,
      createdAt: row.created_at,
    }));
  }

  events(conversationId: string): ConversationEvent[] {
    const rows = this.context
      .prepare('SELECT * FROM events WHERE conversation_id = ? ORDER BY id')
      .all(conversationId) as {
      id: string;
      message_id: string | null;
      kind: ConversationEvent['kind'];
      hidden: number;
      title: string;
      text: string;
      created_at: number;
      source_id: string | null;
    }[];
    return rows.map((row) => ({
      id: row.id,
      messageId: row.message_id,
      kind: row.kind,
      hidden: row.hidden === 1,
      title: row.title,
      text: row.text,
      createdAt: row.created_at,
      sourceId: row.source_id,
    }));
  }

  switchTo(conversationId: string, messageId: string | null, exact: boolean): TipMove {
    return switchTo(this.context, conversationId, messageId, exact);
  }

  /** Puts the tip on a message that the caller knows to be a turn boundary. */
  moveTip(conversationId: string, tip: string | null): TipMove {
    return moveTip(this.context, conversationId, tip);
  }

  fork(conversationId: string, messageId: string, title?: string): TipMove {
    return fork(this.context, conversationId, messageId, title);
  }

  deleteMessages(conversationId: string, messageId: string, mode: 'subtree' | 'only') {
    return deletion.deleteMessages(this.context, conversationId, messageId, mode);
  }

  restoreMessages(trashId: string): TipMove {
    return deletion.restoreMessages(this.context, trashId);
  }

  listTrash(conversationId: string) {
    return deletion.listTrash(this.context, conversationId);
  }

  // Messages

  /** Whole messages by id, in the order asked for; unknown ids are left out. */
  messages(conversationId: string, ids: readonly string[]): Message[] {
    this.context.conversationRow(conversationId);
    const tree = this.tree(conversationId);
    return messageRows(this.context, conversationId, ids).map((row) => {
      const message = toMessage(row);
      const parentId = tree.parents.get(message.id);
      return parentId === undefined || parentId === message.parentId ? message : { ...message, parentId };
    });
  }

  /** Whole messages root → `tip` (default: the conversation's tip). */
  path(conversationId: string, tip?: string | null): Message[] {
    const end = tip === undefined ? this.context.conversationRow(conversationId).tip : tip;
    const tree = this.tree(conversationId);
    if (end !== null && !tree.nodes.has(end)) throw notFound('message', end);
    return this.messages(conversationId, pathTo(tree, end));
  }

  /** Whether a message is in view and a turn boundary; null (before the first) always is. */
  isBoundary(conversationId: string, messageId: string | null): boolean {
    if (messageId === null) return true;
    const tree = this.tree(conversationId);
    return tree.nodes.has(messageId) && openCallsAt(tree, messageId).size === 0;
  }

  /**
   * Inserts messages of one whole turn, parents first, in one transaction [R1]. With `moveTip` the tip goes to
   * the last of them.
   *
   * @throws StoreError CONFLICT when the parent is gone or the turn would stay open
   */
  insertMessages(
    messages: readonly Message[],
    options: { moveTip: boolean },
  ): { nodes: NodeSummary[]; tip: string | null } {
    const [first] = messages;
    const last = messages.at(-1);
    if (!first || !last) throw new StoreError('BAD_REQUEST', 'There is nothing to store.');
    const conversationId = first.conversationId;
    const before = this.tree(conversationId);
    if (first.parentId !== null && !before.nodes.has(first.parentId)) {
      throw new StoreError('CONFLICT', 'The message that this one follows was deleted. Nothing was stored.');
    }
    return this.write(() => {
      const hasTrash = this.context.trashOf(conversationId).length > 0;
      let leaves = 0;
      for (const message of messages) {
        const parent = message.parentId;
        const beside = this.context
          .prepare('SELECT 1 FROM messages WHERE conversation_id = ? AND parent_id IS ? LIMIT 1')
          .get(conversationId, parent);
        if (parent === null || beside) leaves++;
        this.context.insertMessage(message);
      }
      const newest = Math.max(...messages.map((message) => Math.trunc(message.createdAt)));
      this.context
        .prepare(
          `UPDATE conversations SET message_count = message_count + ?, leaf_count = leaf_count + ?,
             updated_at = max(updated_at, ?) WHERE id = ?`,
        )
        .run(messages.length, leaves, newest, conversationId);
      this.context.forgetTree(conversationId);
      if (hasTrash) this.context.recount(conversationId);
      if (!this.isBoundary(conversationId, last.id)) {
        throw new StoreError('CONFLICT', 'The turn has calls without results. Nothing was stored.');
      }
      const nodes = messages.map(summarise);
      const tip = options.moveTip
        ? moveTip(this.context, conversationId, last.id).tip
        : this.context.conversationRow(conversationId).tip;
      this.context.announce({ type: 'nodes-added', conversationId, nodes, tip });
      this.context.announceConversation(conversationId);
      return { nodes, tip };
    });
  }

  // Import, export, search

  mergeImported(imported: ImportedConversation, provenance: Provenance): ImportedConversationRow {
    return mergeImported(this.context, imported, provenance);
  }

  importAstwerk(document: AstwerkDocument, provenance: Provenance): ImportedConversationRow {
    return importDocument(this.context, document, provenance);
  }

  /** The whole conversation, deleted messages and attachments included: nothing is lost on the way out. */
  toDocument(conversationId: string): AstwerkDocument {
    return toDocument(this.context, conversationId);
  }

  search(text: string, options: { conversation?: string; limit: number }): SearchHit[] {
    return search(this.context, text, options);
  }

  // Settings

  readonly settings = {
    get: (key: string): JsonValue | undefined => {
      const row = this.context.prepare('SELECT value FROM settings WHERE key = ?').get(key) as
        | { value: string }
        | undefined;
      return row === undefined ? undefined : (JSON.parse(row.value) as JsonValue);
    },
    set: (key: string, value: JsonValue): void => {
      this.write(() => {
        this.context
          .prepare(
            'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          )
          .run(key, JSON.stringify(value));
      });
    },
  };
}

/** Uniting an imported conversation with what is here: only what is new is added, nothing is changed [I6]. */
import { isDeepStrictEqual } from 'node:util';
import { idMaker, newId } from '../../../shared/ids';
import type { JsonObject, JsonValue, Part } from '../../../shared/model';
import type { ImportedConversationRow } from '../../../shared/rpc/imports';
import { boundaryFor } from '../../../shared/tree';
import type { ImportedConversation, ImportedMessage } from '../import/types';
import type { StoreContext } from './context';
import { type ConversationRow, type MessageRow, toMessage } from './rows';
import { moveTip, survivingTip } from './tips';

export interface Provenance {
  format: string;
  file: string;
}

/** Characters of an automatic title. */
const TITLE_CHARS = 60;

/**
 * Writes one imported conversation in one transaction [I5]. Known by (format, sourceId): a conversation that is
 * here already gets what is new. A message that grew gets its new parts as a message of its own behind it,
 * since rows never change; one that differs otherwise stands beside the old one.
 */
export function mergeImported(
  context: StoreContext,
  imported: ImportedConversation,
  provenance: Provenance,
): ImportedConversationRow {
  return context.write(() => {
    for (const [hash, blob] of imported.blobs) {
      const stored = context.blobs.put(blob.bytes, blob.mediaType);
      if (stored !== hash) throw new Error(`The bytes of attachment ${hash} do not match their name.`);
    }
    const known = context
      .prepare('SELECT * FROM conversations WHERE source = ? AND source_id = ?')
      .get(provenance.format, imported.sourceId) as ConversationRow | undefined;
    const id = known?.id ?? newId();
    if (!known) insertConversation(context, id, imported, provenance);

    const { added, idOf } = addMessages(context, id, imported.messages);
    const beside = addBeside(context, id, imported, idOf);
    if (added > 0 || !known) context.recount(id, imported.updatedAt);

    const sourceTip = imported.tip === null ? null : (idOf.get(imported.tip) ?? null);
    placeTip(context, id, sourceTip, known);
    const retitled = known ? retitle(context, known, imported) : false;
    if (added > 0 || !known) {
      context
        .prepare(
          'INSERT INTO imports (id, file, format, conversation_id, added, imported_at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(newId(), provenance.file, provenance.format, id, added, Date.now());
    }
    if (known && (added > 0 || beside > 0)) context.announce({ type: 'tree-changed', conversationId: id });
    if (retitled) context.announceConversation(id);

    const row = context.conversationRow(id);
    return {
      id,
      title: row.title,
      messages: row.message_count,
      branches: row.leaf_count,
      added,
      status: !known ? 'created' : added > 0 || beside > 0 || retitled ? 'updated' : 'unchanged',
    };
  });
}

function insertConversation(
  context: StoreContext,
  id: string,
  imported: ImportedConversation,
  provenance: Provenance,
): void {
  const title = titleOf(imported);
  const model = imported.messages.findLast((message) => message.model !== null)?.model ?? null;
  context
    .prepare(
      `INSERT INTO conversations (id, title, title_source, tip, model, created_at, updated_at, source, source_id, meta)
       VALUES (?, ?, ?, NULL, NULL, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      title,
      imported.title === null || imported.title.trim() === '' ? 'auto' : 'source',
      Math.trunc(imported.createdAt),
      Math.trunc(imported.updatedAt),
      provenance.format,
      imported.sourceId,
      JSON.stringify({ ...imported.meta, ...(model === null ? {} : { sourceModel: model }) }),
    );
}

/** The source's title, else the first words of the first prompt. */
function titleOf(imported: ImportedConversation): string {
  const given = imported.title?.trim();
  if (given) return given.slice(0, 500);
  const first = imported.messages.find((message) => message.role === 'user' && hasText(message.parts));
  return firstWords(first?.parts ?? []) || 'Untitled';
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'text' && part.text.trim() !== '');
}

/** First words of a text, at most 60 characters, cut at a word. Empty when there is no text. */
export function firstWords(parts: readonly Part[]): string {
  const text = parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text.slice(0, 2_000))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...text.slice(0, TITLE_CHARS * 4)];
  if (points.length <= TITLE_CHARS) return points.join('');
  const cut = points.slice(0, TITLE_CHARS - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > TITLE_CHARS / 2 ? cut.slice(0, space) : cut}…`;
}

/** Adds the messages that are not here yet. `idOf`: where each source message now ends, by source id. */
function addMessages(
  context: StoreContext,
  conversationId: string,
  messages: readonly ImportedMessage[],
): { added: number; idOf: Map<string, string> } {
  const stored = new Map<string, { id: string; parts: Part[] }[]>();
  const rows = context
    .prepare('SELECT * FROM messages WHERE conversation_id = ? AND source_id IS NOT NULL ORDER BY seq')
    .all(conversationId) as MessageRow[];
  for (const row of rows) {
    const base = baseSourceId(row.source_id!);
    const entry = { id: row.id, parts: toMessage(row).parts };
    const list = stored.get(base);
    if (list) list.push(entry);
    else stored.set(base, [entry]);
  }
  const makeId = idMaker();
  const idOf = new Map<string, string>();
  let added = 0;
  for (const message of messages) {
    const parentId = message.parentSourceId === null ? null : (idOf.get(message.parentSourceId) ?? null);
    const versions = stored.get(message.sourceId) ?? [];
    const match = compare(versions, message.parts);
    if (match.kind === 'same') {
      idOf.set(message.sourceId, match.id);
      continue;
    }
    const id = makeId(message.createdAt);
    context.insertMessage({
      id,
      conversationId,
      parentId: match.kind === 'grown' ? match.id : parentId,
      role: message.role,
      parts: match.kind === 'grown' ? match.rest : message.parts,
      model: message.model,
      createdAt: message.createdAt,
      usage: message.usage,
      finish: message.finish,
      sourceId:
        versions.length === 0 ? message.sourceId : `${message.sourceId}${VERSION_MARK}${versions.length + 1}`,
      meta: message.meta,
    });
    idOf.set(message.sourceId, id);
    added++;
  }
  return { added, idOf };
}

/** Stands between a source id and the number of its version; no source uses it. */
const VERSION_MARK = '\u001F';

function baseSourceId(sourceId: string): string {
  const at = sourceId.indexOf(VERSION_MARK);
  return at === -1 ? sourceId : sourceId.slice(0, at);
}

type Match = { kind: 'same'; id: string } | { kind: 'grown'; id: string; rest: Part[] } | { kind: 'new' };

/** Compares a message with the versions of it that are here: each alone, and as a chain of growths. */
function compare(versions: readonly { id: string; parts: Part[] }[], parts: readonly Part[]): Match {
  if (versions.length === 0) return { kind: 'new' };
  const wanted = parts.map(comparable);
  for (const version of versions) {
    if (isDeepStrictEqual(version.parts.map(comparable), wanted)) return { kind: 'same', id: version.id };
  }
  let at = 0;
  let last = '';
  for (const version of versions) {
    const own = version.parts.map(comparable);
    if (!isDeepStrictEqual(own, wanted.slice(at, at + own.length))) return { kind: 'new' };
    at += own.length;
    last = version.id;
  }
  if (at === wanted.length) return { kind: 'same', id: last };
  return { kind: 'grown', id: last, rest: parts.slice(at) };
}

/** A call that was unanswered when the file ended may have got its result since: that is no other call. */
function comparable(part: Part): JsonValue {
  const { unanswered: _, ...rest } = part as Part & { unanswered?: true };
  return JSON.parse(JSON.stringify(rest)) as JsonValue;
}

function addBeside(
  context: StoreContext,
  conversationId: string,
  imported: ImportedConversation,
  idOf: ReadonlyMap<string, string>,
): number {
  let added = 0;
  const makeId = idMaker();
  const known = new Set(
    (
      context
        .prepare('SELECT source_id, kind, title, text FROM events WHERE conversation_id = ?')
        .all(conversationId) as {
        source_id: string | null;
        kind: string;
        title: string;
        text: string;
      }[]
    ).map((row) => eventKey(row.source_id, row.kind, row.title, row.text)),
  );
  for (const event of imported.events) {
    const key = eventKey(event.sourceId, event.kind, event.title, event.text);
    if (known.has(key)) continue;
    known.add(key);
    context
      .prepare(
        `INSERT INTO events (id, conversation_id, message_id, kind, hidden, title, text, created_at, source_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        makeId(event.createdAt),
        conversationId,
        event.afterSourceId === null ? null : (idOf.get(event.afterSourceId) ?? null),
        event.kind,
        event.hidden ? 1 : 0,
        event.title,
        event.text,
        Math.trunc(event.createdAt),
        event.sourceId,
      );
    added++;
  }
  for (const checkpoint of imported.checkpoints) {
    const messageId = idOf.get(checkpoint.messageSourceId);
    if (messageId === undefined) continue;
    const there = context
      .prepare('SELECT 1 FROM checkpoints WHERE conversation_id = ? AND message_id = ? AND label = ?')
      .get(conversationId, messageId, checkpoint.label);
    if (there) continue;
    context
      .prepare(
        'INSERT INTO checkpoints (id, conversation_id, message_id, label, created_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(newId(), conversationId, messageId, checkpoint.label, Math.trunc(checkpoint.createdAt));
    added++;
  }
  return added;
}

function eventKey(sourceId: string | null, kind: string, title: string, text: string): string {
  return sourceId === null ? `${kind}\n${title}\n${text}` : `${sourceId}\n${kind}`;
}

/**
 * The tip of a new conversation is the source's. In one that is here already it moves only if it still stands
 * where the last import put it: a person's own choice of branch is not undone.
 */
function placeTip(
  context: StoreContext,
  conversationId: string,
  sourceTip: string | null,
  known: ConversationRow | undefined,
): void {
  const tree = context.tree(conversationId);
  const wanted =
    sourceTip !== null && tree.nodes.has(sourceTip)
      ? (boundaryFor(tree, sourceTip) ?? survivingTip(context, conversationId, null))
      : survivingTip(context, conversationId, null);
  const row = context.conversationRow(conversationId);
  const meta = (row.meta === null ? {} : JSON.parse(row.meta)) as JsonObject;
  const untouched = !known || known.tip === null || meta.importTip === known.tip;
  if (meta.importTip !== wanted) {
    context
      .prepare('UPDATE conversations SET meta = ? WHERE id = ?')
      .run(JSON.stringify({ ...meta, importTip: wanted }), conversationId);
  }
  if (!untouched) return;
  if (known) moveTip(context, conversationId, wanted);
  else context.prepare('UPDATE conversations SET tip = ? WHERE id = ?').run(wanted, conversationId);
  context.announceConversation(conversationId);
}

function retitle(context: StoreContext, known: ConversationRow, imported: ImportedConversation): boolean {
  const title = imported.title?.trim().slice(0, 500);
  if (!title || known.title_source === 'user' || title === known.title) return false;
  context
    .prepare("UPDATE conversations SET title = ?, title_source = 'source' WHERE id = ?")
    .run(title, known.id);
  return true;
}

/** Rows of the database and what they mean. An unreadable column never hides its row [T10]. */
import {
  type Conversation,
  type ConversationSummary,
  FLAG,
  type JsonObject,
  type JsonValue,
  type Message,
  type NodeSummary,
  type Part,
  type TitleSource,
  type TrashEntry,
} from '../../../shared/model';

export interface ConversationRow {
  id: string;
  title: string;
  title_source: TitleSource;
  tip: string | null;
  recent_tips: string;
  model: string | null;
  created_at: number;
  updated_at: number;
  archived: number;
  source: string;
  source_id: string | null;
  forked_from: string | null;
  meta: string | null;
  message_count: number;
  leaf_count: number;
}

export interface MessageRow {
  seq: number;
  id: string;
  conversation_id: string;
  parent_id: string | null;
  role: Message['role'];
  parts: string;
  model: string | null;
  created_at: number;
  usage: string | null;
  finish: Message['finish'];
  source_id: string | null;
  meta: string | null;
}

export interface NodeRow {
  id: string;
  parent_id: string | null;
  role: Message['role'];
  preview: string;
  model: string | null;
  created_at: number;
  flags: number;
  chars: number;
  calls: string | null;
  results: string | null;
}

export interface TrashRow {
  id: string;
  conversation_id: string;
  message_id: string | null;
  mode: TrashEntry['mode'];
  deleted_at: number;
  tip_before: string | null;
}

/** Parses a JSON column; `undefined` when it is damaged. */
export function parseColumn<T>(text: string | null): T | null | undefined {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

export function toSummary(row: ConversationRow): ConversationSummary {
  return {
    id: row.id,
    title: row.title,
    titleSource: row.title_source,
    messages: row.message_count,
    branches: row.leaf_count,
    tip: row.tip,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source: row.source,
    archived: row.archived === 1,
    model: row.model,
  };
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    ...toSummary(row),
    recentTips: parseColumn<string[]>(row.recent_tips) ?? [],
    sourceId: row.source_id,
    forkedFrom: parseColumn<NonNullable<Conversation['forkedFrom']>>(row.forked_from) ?? null,
    meta: parseColumn<JsonObject>(row.meta) ?? null,
  };
}

/** A stored message; damaged parts become one opaque part that says so and keeps the bytes. */
export function toMessage(row: MessageRow): Message {
  const parts = parseColumn<Part[]>(row.parts);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    parts: Array.isArray(parts)
      ? parts
      : [{ type: 'opaque', kind: 'unreadable', raw: row.parts as JsonValue }],
    model: row.model,
    createdAt: row.created_at,
    usage: parseColumn<NonNullable<Message['usage']>>(row.usage) ?? null,
    finish: row.finish,
    sourceId: row.source_id,
    meta: parseColumn<JsonObject>(row.meta) ?? null,
  };
}

export function toNode(row: NodeRow): NodeSummary {
  const calls = parseColumn<string[]>(row.calls);
  const results = parseColumn<string[]>(row.results);
  return {
    id: row.id,
    parentId: row.parent_id,
    role: row.role,
    preview: row.preview,
    model: row.model,
    createdAt: row.created_at,
    flags: row.flags | (calls === undefined || results === undefined ? FLAG.unreadable : 0),
    chars: row.chars,
    ...(calls ? { calls } : {}),
    ...(results ? { results } : {}),
  };
}

export function toTrash(row: TrashRow): TrashEntry {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    mode: row.mode,
    deletedAt: row.deleted_at,
  };
}

/** JSON for a nullable column. */
export function column(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

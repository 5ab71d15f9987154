/** Conversations and what lists of them show. */
import type { JsonObject } from './json';

/** The program a conversation came from; `astwerk` when it began here. Adding an import format adds a name. */
export type SourceName = string;

export type TitleSource = 'user' | 'source' | 'auto';

/** A row of the library. */
export interface ConversationSummary {
  id: string;
  title: string;
  titleSource: TitleSource;
  /** Messages in the tree, deleted ones not counted. */
  messages: number;
  /** Leaves of the tree: the paths that the tip can be moved to. */
  branches: number;
  tip: string | null;
  createdAt: number;
  /** Last time something was said in it. Switching a branch does not change it. */
  updatedAt: number;
  source: SourceName;
  archived: boolean;
  /** Model of the newest answer, or the one chosen for the next. */
  model: string | null;
}

/** Everything about a conversation but its messages. */
export interface Conversation extends ConversationSummary {
  /** Tips visited, newest first, the current one left out; at most 200. */
  recentTips: string[];
  sourceId: string | null;
  forkedFrom: { conversationId: string; messageId: string } | null;
  meta: JsonObject | null;
}

/** One explicit deletion, kept until the trash is emptied. */
export interface TrashEntry {
  id: string;
  conversationId: string;
  /** Null: the whole conversation. */
  messageId: string | null;
  /** `only`: this message, its children move up to its parent. `subtree`: with everything beneath. */
  mode: 'conversation' | 'subtree' | 'only';
  deletedAt: number;
}

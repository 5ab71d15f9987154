/** Messages, as rows of a tree. See SPEC.md, section T. */
import type { JsonObject } from './json';
import type { Part } from './parts';

export type Role = 'user' | 'assistant' | 'tool';

/** Why an answer ended. `stopped`: by the user. `error`: the provider failed after it had begun. */
export type Finish = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'stopped' | 'error' | 'other';

/** Tokens as the provider reported them; absent numbers were not reported. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  /** US dollars, where the source or the provider states a price. */
  costUsd?: number;
}

/** One immutable node of the tree. */
export interface Message {
  id: string;
  conversationId: string;
  parentId: string | null;
  role: Role;
  parts: Part[];
  /** Model id as the provider names it (`provider/model` for our own runs), null for prompts. */
  model: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  usage: Usage | null;
  finish: Finish | null;
  /** Id of the message in the program it came from. */
  sourceId: string | null;
  /** Facts of the source or the run that have no field of their own (error text, request id, cwd). */
  meta: JsonObject | null;
}

/** Marks of a message that the tree shows without loading its parts. Bits of `NodeSummary.flags`. */
export const FLAG = {
  toolCall: 1,
  image: 2,
  reasoning: 4,
  code: 8,
  error: 16,
  file: 32,
  /** The answer was cut off: stopped, out of tokens, or failed half-way. */
  partial: 64,
  /** The stored row could not be read; it is shown as such and the rest opens. */
  unreadable: 128,
} as const;

/** What the tree needs of a message, without its parts. */
export interface NodeSummary {
  id: string;
  parentId: string | null;
  role: Role;
  /** First 280 characters of the text, white space folded; for a tool message, of its result. */
  preview: string;
  model: string | null;
  createdAt: number;
  flags: number;
  /** Characters of all text in the message: the measure for node heights and branch lengths. */
  chars: number;
  /** Ids of calls that wait for a result (absent when none). */
  calls?: string[];
  /** Ids of calls answered here (absent when none). */
  results?: string[];
}

/**
 * Something recorded beside the messages, after `messageId` (null: before the first): a command, a
 * compaction of the source, a hidden instruction. Shown as a small line or a divider; never sent.
 */
export interface ConversationEvent {
  id: string;
  messageId: string | null;
  kind: EventKind;
  /** Hidden in the source too: shown only on request. */
  hidden: boolean;
  /** One line. */
  title: string;
  /** Whole text, Markdown or plain; may be empty. */
  text: string;
  createdAt: number;
  sourceId: string | null;
}

export type EventKind =
  | 'system'
  | 'context'
  | 'command'
  | 'compaction'
  | 'summary'
  | 'notice'
  | 'label'
  | 'other';

/** A label at a turn boundary. */
export interface Checkpoint {
  id: string;
  messageId: string;
  label: string;
  createdAt: number;
}

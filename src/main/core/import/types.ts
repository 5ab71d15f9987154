/** What a format's reader hands over: a conversation in the source's own ids, bytes beside the parts. */
import type { EventKind, Finish, JsonObject, Part, Role, Usage } from '../../../shared/model';
import type { SkippedItem } from '../../../shared/rpc/imports';

/** Parts as in the model, but a blob is named by a key of `ImportedConversation.blobs`. */
export type ImportedPart = Part;

export interface ImportedMessage {
  /** Unique within the conversation. */
  sourceId: string;
  /** Null: a root. Always names a message that stands earlier in the list. */
  parentSourceId: string | null;
  role: Role;
  parts: ImportedPart[];
  model: string | null;
  /** Milliseconds since 1970; never null: inherited from the parent where the source has none. */
  createdAt: number;
  usage: Usage | null;
  finish: Finish | null;
  meta: JsonObject | null;
}

export interface ImportedEvent {
  sourceId: string | null;
  /** The message it stands after; null: before the first. */
  afterSourceId: string | null;
  kind: EventKind;
  hidden: boolean;
  title: string;
  text: string;
  createdAt: number;
}

export interface ImportedCheckpoint {
  sourceId: string | null;
  messageSourceId: string;
  label: string;
  createdAt: number;
}

export interface ImportedConversation {
  /** Identity in the source; re-import unites by (format, sourceId). */
  sourceId: string;
  title: string | null;
  createdAt: number;
  updatedAt: number;
  /** Parents before children, siblings in the source's order. */
  messages: ImportedMessage[];
  events: ImportedEvent[];
  checkpoints: ImportedCheckpoint[];
  /** Source id of the message at which the source stands. */
  tip: string | null;
  meta: JsonObject | null;
  /** Bytes by SHA-256 (64 hex digits), for the parts that name them. */
  blobs: Map<string, { bytes: Uint8Array; mediaType: string }>;
  /** What was left out or mended, with the place. */
  skipped: SkippedItem[];
}

/** Where in the file something stands. */
export type Place = Pick<SkippedItem, 'line' | 'at'>;

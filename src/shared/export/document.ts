/** Our own lossless JSON: what one conversation is, whole. Exported and imported back it is an identical tree [X3]. */
import type { Checkpoint, Conversation, ConversationEvent, Message, TrashEntry } from '../model';

export interface AstwerkDocument {
  format: 'astwerk';
  version: 1;
  conversation: Conversation;
  /** All messages, the deleted ones too, parents before children in order of insertion. */
  messages: Message[];
  events: ConversationEvent[];
  checkpoints: Checkpoint[];
  /** Deletions of messages that can be undone. */
  trash?: TrashEntry[];
  /** Attachments by SHA-256, base64. */
  blobs: Record<string, { mediaType: string; data: string }>;
}

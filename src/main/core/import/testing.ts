/** For tests of the import: runs it without a store and keeps what it hands over. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstwerkDocument } from '../../../shared/export/document';
import type { FileReport, ImportEvent } from '../../../shared/rpc/imports';
import { buildTree, leavesOf } from '../../../shared/tree';
import { type ImportOptions, importPaths } from './run';
import type { ImportedConversation, ImportedMessage } from './types';

export interface Outcome {
  conversations: ImportedConversation[];
  documents: AstwerkDocument[];
  events: ImportEvent[];
  reports: FileReport[];
}

/** Imports files, archives and folders. */
export async function importAll(paths: string[], more: Partial<ImportOptions> = {}): Promise<Outcome> {
  const outcome: Outcome = { conversations: [], documents: [], events: [], reports: [] };
  await importPaths({
    paths,
    signal: new AbortController().signal,
    onEvent: (event) => {
      outcome.events.push(event);
      if (event.type === 'file') outcome.reports.push(event.report);
    },
    sink: (conversation) => {
      outcome.conversations.push(conversation);
      const { messages, sourceId, title } = conversation;
      const branches = leaves(conversation).length;
      return {
        id: sourceId,
        title: title ?? '',
        messages: messages.length,
        branches,
        added: 0,
        status: 'created',
      };
    },
    astwerkSink: (document) => {
      outcome.documents.push(document);
      const { id, title } = document.conversation;
      const messages = document.messages.length;
      return { id, title, messages, branches: 1, added: messages, status: 'created' };
    },
    ...more,
  });
  return outcome;
}

/** Imports one file of the given content, from a folder of its own. */
export async function importContent(
  content: string | Uint8Array,
  name = 'file',
  more: Partial<ImportOptions> = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'astwerk-import-test-'));
  try {
    writeFileSync(join(folder, name), content);
    return await importAll([join(folder, name)], more);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Source ids of the leaves. */
export function leaves(conversation: ImportedConversation): string[] {
  const links = conversation.messages.map(({ sourceId, parentSourceId }) => ({
    id: sourceId,
    parentId: parentSourceId,
  }));
  return leavesOf(buildTree(links));
}

/** `messages/branches/tip`. */
export function shape(conversation: ImportedConversation): string {
  return `${conversation.messages.length}/${leaves(conversation).length}/${conversation.tip}`;
}

/** Each message as `parent>id`, in order. */
export function links(conversation: ImportedConversation): string[] {
  return conversation.messages.map(({ parentSourceId, sourceId }) => `${parentSourceId ?? ''}>${sourceId}`);
}

/** All text of a message, that of results included. */
export function textOf(message: ImportedMessage | undefined): string {
  return (message?.parts ?? [])
    .flatMap((part) => (part.type === 'tool-result' ? part.output : [part]))
    .map((part) => ('text' in part ? (part.text ?? '') : ''))
    .join('|');
}

/** Laws that every imported conversation keeps, whatever its source was. */
export function problemsOf(conversation: ImportedConversation): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const message of conversation.messages) {
    const { sourceId, parentSourceId } = message;
    if (known.has(sourceId)) problems.push(`${sourceId} stands twice`);
    if (parentSourceId !== null && !known.has(parentSourceId))
      problems.push(`${sourceId} stands before its parent`);
    if (!Number.isFinite(message.createdAt)) problems.push(`${sourceId} has no time`);
    if (message.parts.length === 0) problems.push(`${sourceId} is empty`);
    for (const part of message.parts) {
      const items = part.type === 'tool-result' ? part.output : [part];
      for (const item of items) {
        if (
          (item.type === 'image' || item.type === 'file') &&
          item.blob !== null &&
          !conversation.blobs.has(item.blob)
        ) {
          problems.push(`${sourceId} names bytes that did not come along`);
        }
      }
    }
    known.add(sourceId);
  }
  if (conversation.messages.length > 0 && (conversation.tip === null || !known.has(conversation.tip))) {
    problems.push('the tip is no message');
  }
  for (const event of conversation.events) {
    if (event.afterSourceId !== null && !known.has(event.afterSourceId))
      problems.push('an event hangs in the air');
  }
  for (const checkpoint of conversation.checkpoints) {
    if (!known.has(checkpoint.messageSourceId)) problems.push('a checkpoint hangs in the air');
  }
  const text = JSON.stringify([conversation.messages, conversation.events]);
  if (!text.isWellFormed() || text.includes('\\u0000') || /\\ud[89a-f]/i.test(text)) {
    problems.push('a text cannot be stored');
  }
  return problems;
}

/** Claude.ai: conversations of the data export, and single ones as the web application loads them. */
import { createHash } from 'node:crypto';
import type { Finish, JsonObject, Role } from '../../../shared/model';
import type { SkippedItem } from '../../../shared/rpc/imports';
import { type AssemblyNode, assemble, draft } from './assemble';
import { messageParts } from './claude-ai-parts';
import type { ElementFormat, ReadContext, ValueEntry } from './format';
import { type Linkable, link } from './link';
import { BlobBag } from './media';
import type { ImportedConversation } from './types';
import { arrayOf, canonical, headline, idOf, isObject, type Json, stringOf, timeOf } from './values';

/** What stands for "none" as the parent of a first message. */
const ROOT = '00000000-0000-4000-8000-000000000000';

interface Node extends Linkable {
  message: Json;
  role: Role;
}

export const claudeAi: ElementFormat = {
  kind: 'elements',
  name: 'claude-ai',
  detect: (value) => Array.isArray(value.chat_messages),
  hasKeys: (keys) => keys.has('chat_messages'),
  read: async (entry, context) => read(entry, context),
};

function read({ value, place }: ValueEntry, context: ReadContext): ImportedConversation | null {
  if (!isObject(value) || !Array.isArray(value.chat_messages)) {
    context.note({ ...place, reason: 'This entry has no messages (no “chat_messages”); it was left out.' });
    return null;
  }
  const conversation = toConversation(value, place.at ?? '');
  if (conversation.messages.length > 0) return conversation;
  const title = stringOf(value.name);
  const name = title === null ? 'This conversation' : `The conversation “${headline(title)}”`;
  context.note({ ...place, reason: `${name} is empty; it was left out.` });
  return null;
}

/** Reads one conversation. `at`: its place in the file, for reports. */
export function toConversation(raw: Json, at: string): ImportedConversation {
  const skipped: SkippedItem[] = [];
  const note = (item: SkippedItem): void => void skipped.push(item);
  const { nodes, parents } = link(nodesOf(arrayOf(raw.chat_messages), at, note), { missing: 'root', note });
  const bag = new BlobBag();
  const model = stringOf(raw.model);
  const assembly = nodes.map((node): AssemblyNode => {
    const { message, role } = node;
    const { parts, events } = messageParts(message, node.id, bag);
    const said =
      parts.length === 0
        ? null
        : draft(role, parts, {
            model: role === 'assistant' ? (stringOf(message.model) ?? model) : null,
            finish: role === 'assistant' ? finishOf(message) : null,
          });
    return { id: node.id, time: timeOf(message.created_at), message: said, events };
  });
  const createdAt = timeOf(raw.created_at);
  const tree = assemble(assembly, parents, { startedAt: createdAt });
  const current = idOf(raw.current_leaf_message_uuid);
  const currentIndex = current === null ? -1 : nodes.findIndex((node) => node.id === current);
  const newest = (): string | null =>
    tree.newestLeaf(
      (index) => timeOf(nodes[index]!.message.updated_at) ?? timeOf(nodes[index]!.message.created_at),
    );
  const times = tree.messages.map((message) => message.createdAt);
  const first = createdAt ?? times[0] ?? 0;
  return {
    sourceId: identity(raw, tree.messages[0]),
    title: stringOf(raw.name),
    createdAt: first,
    updatedAt: timeOf(raw.updated_at) ?? times.reduce((a, b) => Math.max(a, b), first),
    messages: tree.messages,
    events: tree.events,
    checkpoints: [],
    tip: (currentIndex === -1 ? null : tree.shown[currentIndex]) ?? newest(),
    meta: metaOf(raw),
    blobs: bag.blobs,
    skipped,
  };
}

function nodesOf(list: readonly unknown[], at: string, note: (item: SkippedItem) => void): Node[] {
  const nodes: Node[] = [];
  let linked = false;
  list.forEach((message, index) => {
    const place = { line: null, at: `${at || 'the file'}.chat_messages[${index}]` };
    if (!isObject(message)) {
      note({ ...place, reason: 'This is no message; it was left out.' });
      return;
    }
    const named = idOf(message.parent_message_uuid);
    const parent = named === ROOT ? null : named;
    if (parent !== null) linked = true;
    nodes.push({
      id: idOf(message.uuid) ?? `message:${index}`,
      parent,
      place,
      payload: () => canonical(message),
      message,
      role: roleOf(message, nodes.at(-1)?.role, (reason) => note({ ...place, reason })),
    });
  });
  // Exports without links are in the order of speech, whatever the times say.
  if (!linked) for (const [index, node] of nodes.entries()) node.parent = index === 0 ? null : undefined;
  return nodes;
}

function roleOf(message: Json, before: Role | undefined, report: (reason: string) => void): Role {
  if (message.sender === 'human' || message.sender === 'user') return 'user';
  if (message.sender === 'assistant') return 'assistant';
  const role = before === 'user' ? 'assistant' : 'user';
  report(
    `The message does not say who wrote it; it was taken for the ${role === 'user' ? 'user’s' : 'model’s'}.`,
  );
  return role;
}

function finishOf(message: Json): Finish | null {
  switch (message.stop_reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'max_tokens':
      return 'length';
    case 'tool_use':
      return 'tool-calls';
    case 'refusal':
      return 'content-filter';
    case 'user_canceled':
    case 'user_cancelled':
      return 'stopped';
    default:
      return message.truncated === true ? 'length' : null;
  }
}

function identity(raw: Json, first: ImportedConversation['messages'][number] | undefined): string {
  const given = idOf(raw.uuid) ?? idOf(raw.conversation_id);
  if (given !== null) return given;
  const facts = canonical([raw.created_at ?? null, first?.sourceId ?? null, first?.parts ?? null]);
  return `hash:${createHash('sha256').update(facts).digest('hex').slice(0, 32)}`;
}

function metaOf(raw: Json): JsonObject | null {
  const meta: JsonObject = {};
  const summary = stringOf(raw.summary);
  if (summary !== null) meta.summary = summary.slice(0, 20_000);
  const project = idOf(raw.project_uuid);
  if (project !== null) meta.project = project;
  if (raw.is_starred === true) meta.starred = true;
  return Object.keys(meta).length === 0 ? null : meta;
}

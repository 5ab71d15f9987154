/** ChatGPT: conversations of the data export, and single ones as the web application loads them. */
import { createHash } from 'node:crypto';
import type { Finish, JsonObject, JsonValue, ToolCallPart, ToolResultPart } from '../../../shared/model';
import type { SkippedItem } from '../../../shared/rpc/imports';
import { type AssemblyNode, assemble, type Draft, type DraftEvent, draft } from './assemble';
import { contentParts, type Found, fileIdsOf, type Lookup, resultParts, wordsOf } from './chatgpt-parts';
import type { ElementFormat, ReadContext, ValueEntry } from './format';
import { type Linkable, link } from './link';
import { BlobBag } from './media';
import type { ImportedConversation } from './types';
import {
  arrayOf,
  canonical,
  headline,
  idOf,
  isObject,
  type Json,
  jsonText,
  objectOf,
  stringOf,
  timeOf,
} from './values';

interface Node extends Linkable {
  message: Json | null;
  time: number | null;
  stated: string[];
}

/** Kinds of content that only tools write. */
const RESULT_KINDS = new Set([
  'execution_output',
  'tether_browsing_display',
  'tether_quote',
  'sonic_webpage',
  'computer_output',
  'citable_code_output',
]);
/** Kinds of content that set the scene and are not shown. */
const CONTEXT_KINDS = new Set(['user_editable_context', 'model_editable_context', 'app_pairing_content']);

export const chatgpt: ElementFormat = {
  kind: 'elements',
  name: 'chatgpt',
  detect: (value) => isObject(value.mapping),
  hasKeys: (keys) => keys.has('mapping'),
  read,
};

async function read(entry: ValueEntry, context: ReadContext): Promise<ImportedConversation | null> {
  const { value, place } = entry;
  if (!isObject(value) || !isObject(value.mapping)) {
    context.note({ ...place, reason: 'This entry has no messages (no “mapping”); it was left out.' });
    return null;
  }
  const files = new Map<string, Found>();
  for (const item of Object.values(value.mapping)) {
    for (const id of fileIdsOf(objectOf(objectOf(item).message))) {
      if (!files.has(id)) files.set(id, await context.assets.find(id));
    }
  }
  const conversation = toConversation(value, place.at ?? '', (id) => files.get(id) ?? null);
  if (conversation.messages.length > 0) return conversation;
  const title = stringOf(value.title);
  const name = title === null ? 'This conversation' : `The conversation “${headline(title)}”`;
  context.note({ ...place, reason: `${name} is empty; it was left out.` });
  return null;
}

/** Reads one conversation. `at`: its place in the file, for reports. */
export function toConversation(raw: Json, at: string, lookup: Lookup): ImportedConversation {
  const skipped: SkippedItem[] = [];
  const note = (item: SkippedItem): void => void skipped.push(item);
  const linked = link(nodesOf(objectOf(raw.mapping), at, note), { missing: 'root', note });
  const { nodes, parents } = linked;
  const bag = new BlobBag();
  const model = stringOf(raw.default_model_slug);
  const calls = callsOf(nodes, parents);
  const assembly = nodes.map((node, index): AssemblyNode => {
    const said =
      node.message === null
        ? NOTHING
        : meaning(node.message, node.id, () => calls(index), model, lookup, bag);
    return { id: node.id, time: node.time, ...said };
  });
  const createdAt = timeOf(raw.create_time);
  const tree = assemble(assembly, parents, {
    startedAt: createdAt,
    siblings: (parent, children) => inStatedOrder(nodes, parent, children),
  });
  const current = idOf(raw.current_node);
  const currentIndex = current === null ? -1 : nodes.findIndex((node) => node.id === current);
  const times = tree.messages.map((message) => message.createdAt);
  const first = createdAt ?? times[0] ?? 0;
  return {
    sourceId: identity(raw, tree.messages[0]),
    title: stringOf(raw.title),
    createdAt: first,
    updatedAt: timeOf(raw.update_time) ?? times.reduce((a, b) => Math.max(a, b), first),
    messages: tree.messages,
    events: tree.events,
    checkpoints: [],
    tip: (currentIndex === -1 ? null : tree.shown[currentIndex]) ?? tree.newestLeaf(),
    meta: metaOf(raw),
    blobs: bag.blobs,
    skipped,
  };
}

const NOTHING = { message: null, events: [] };

function nodesOf(mapping: Json, at: string, note: (item: SkippedItem) => void): Node[] {
  const listedBy = new Map<string, string>();
  const entries = Object.entries(mapping);
  for (const [id, item] of entries) {
    for (const child of arrayOf(objectOf(item).children)) {
      if (typeof child === 'string' && !listedBy.has(child)) listedBy.set(child, id);
    }
  }
  const nodes = entries.map(([id, item]): Node => {
    const node = objectOf(item);
    const message = isObject(node.message) ? node.message : null;
    // A node that says nothing of its parent hangs where it is listed.
    const parent = idOf(node.parent) ?? (node.parent === undefined ? (listedBy.get(id) ?? null) : null);
    return {
      id,
      parent: parent === id ? null : parent,
      place: { line: null, at: `${at || 'the file'}.mapping.${id}` },
      payload: () => canonical(item),
      message,
      time: message === null ? null : timeOf(message.create_time),
      stated: arrayOf(node.children).filter((child) => typeof child === 'string'),
    };
  });
  const speaking = nodes.filter((node) => node.message !== null);
  if (speaking.length > 1 && nodes.every((node) => node.parent === null)) {
    note({
      line: null,
      at: `${at || 'the file'}.mapping`,
      reason: 'No message says which one it follows; they were put one behind the other.',
    });
    const timed = speaking.every((node) => node.time !== null);
    const line = timed ? [...nodes].sort((a, b) => (a.time ?? 0) - (b.time ?? 0)) : nodes;
    for (const [index, node] of line.entries()) node.parent = index === 0 ? null : line[index - 1]!.id;
    return line;
  }
  return nodes;
}

/** Children as the parent lists them; those it does not list come after, the earlier first. */
function inStatedOrder(nodes: readonly Node[], parent: number | null, children: number[]): number[] {
  const rank = new Map((parent === null ? [] : nodes[parent]!.stated).map((id, index) => [id, index]));
  const last = Number.MAX_SAFE_INTEGER;
  return [...children].sort(
    (a, b) =>
      (rank.get(nodes[a]!.id) ?? last) - (rank.get(nodes[b]!.id) ?? last) ||
      (nodes[a]!.time ?? last) - (nodes[b]!.time ?? last) ||
      a - b,
  );
}

/** Nodes that may stand between a call and its result. */
const STEPS_TO_CALL = 2_000;

/** A call to a tool: what it is called, and the id that pairs it with its results. */
interface Call {
  id: string;
  name: string;
}

function recipientOf(message: Json): string | null {
  const recipient = stringOf(message.recipient);
  return roleOf(message) === 'assistant' && recipient !== null && recipient !== 'all' ? recipient : null;
}

/** For a result: the call that it answers. Up its path, past other results and thoughts, never past speech. */
function callsOf(
  nodes: readonly Node[],
  parents: readonly (number | null)[],
): (index: number) => Call | null {
  return (index) => {
    const message = nodes[index]!.message;
    const name = stringOf(objectOf(message?.author).name)?.split('.')[0];
    let nearest: Call | null = null;
    let steps = 0;
    for (let at = parents[index]!; at !== null && steps < STEPS_TO_CALL; at = parents[at]!, steps++) {
      const above = nodes[at]!.message;
      if (above === null) continue;
      const recipient = recipientOf(above);
      if (recipient !== null && !isHidden(above)) {
        const call = { id: nodes[at]!.id, name: recipient };
        if (name === undefined || recipient.split('.')[0] === name) return call;
        nearest ??= call;
      } else if (roleOf(above) === 'user' || (roleOf(above) === 'assistant' && isAnswer(above))) break;
    }
    return nearest;
  };
}

function isAnswer(message: Json): boolean {
  const content = objectOf(message.content);
  const kind = content.content_type;
  return (
    kind !== 'thoughts' &&
    kind !== 'reasoning_recap' &&
    !RESULT_KINDS.has(String(kind)) &&
    wordsOf(content).trim() !== ''
  );
}

function roleOf(message: Json): string {
  return stringOf(objectOf(message.author).role) ?? 'assistant';
}

function isHidden(message: Json): boolean {
  const metadata = objectOf(message.metadata);
  const kind = stringOf(objectOf(message.content).content_type) ?? '';
  return (
    metadata.is_visually_hidden_from_conversation === true ||
    metadata.is_user_system_message === true ||
    CONTEXT_KINDS.has(kind) ||
    roleOf(message) === 'system'
  );
}

/** What a node says: a message, or something recorded beside the conversation, or nothing. */
function meaning(
  message: Json,
  id: string,
  callOf: () => Call | null,
  defaultModel: string | null,
  lookup: Lookup,
  bag: BlobBag,
): { message: Draft | null; events: DraftEvent[] } {
  const content = objectOf(message.content);
  const metadata = objectOf(message.metadata);
  const kind = stringOf(content.content_type) ?? 'text';
  const role = roleOf(message);
  if (isHidden(message)) return { message: null, events: hiddenEvents(message) };
  if (kind === 'reasoning_recap') {
    const text = wordsOf(content);
    const title = headline(text) || 'Thought';
    return { message: null, events: [{ kind: 'notice', hidden: true, title, text }] };
  }
  if (role === 'user') {
    const parts = contentParts(message, lookup, bag);
    return parts.length === 0 ? NOTHING : { message: draft('user', parts), events: [] };
  }
  const model = stringOf(metadata.model_slug) ?? (role === 'assistant' ? defaultModel : null);
  const finish = finishOf(message);
  const meta: JsonObject | null = ['assistant', 'tool', 'function'].includes(role)
    ? null
    : { sourceRole: role };
  if (role === 'tool' || role === 'function' || RESULT_KINDS.has(kind)) {
    const failed =
      kind === 'system_error' ||
      /error|exception/.test(String(objectOf(metadata.aggregate_result).status ?? ''));
    const call = callOf();
    const result: ToolResultPart = {
      type: 'tool-result',
      callId: call?.id ?? id,
      name: stringOf(objectOf(message.author).name) ?? call?.name ?? 'tool',
      output: resultParts(message, lookup, bag),
      ...(failed ? { isError: true } : {}),
    };
    return { message: draft('tool', [result], { meta }), events: [] };
  }
  const recipient = recipientOf(message);
  if (recipient !== null) {
    const parts = [toolCall(id, recipient, content)];
    return { message: draft('assistant', parts, { model, finish: 'tool-calls', meta }), events: [] };
  }
  const parts = contentParts(message, lookup, bag);
  return parts.length === 0
    ? NOTHING
    : { message: draft('assistant', parts, { model, finish, meta }), events: [] };
}

function hiddenEvents(message: Json): DraftEvent[] {
  const content = objectOf(message.content);
  const metadata = objectOf(message.metadata);
  const kind = stringOf(content.content_type) ?? 'text';
  const profile = [content.user_profile, content.user_instructions, content.model_set_context]
    .filter((text) => typeof text === 'string')
    .join('\n\n');
  const known = profile || wordsOf(content);
  const text = known || (CONTEXT_KINDS.has(kind) ? jsonText(content) : '');
  if (text.trim() === '') return [];
  const hidden = metadata.is_visually_hidden_from_conversation !== false || roleOf(message) !== 'system';
  const title =
    kind === 'user_editable_context'
      ? 'Custom instructions'
      : kind === 'model_editable_context'
        ? 'Memory'
        : headline(text);
  return [{ kind: roleOf(message) === 'system' ? 'system' : 'context', hidden, title, text }];
}

function toolCall(id: string, name: string, content: Json): ToolCallPart {
  const text = wordsOf(content);
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === 'object') return { type: 'tool-call', callId: id, name, input: input as JsonValue };
  } catch {
    // Code and other text is kept as it came.
  }
  return { type: 'tool-call', callId: id, name, input: null, inputText: text };
}

function finishOf(message: Json): Finish | null {
  const type = objectOf(objectOf(message.metadata).finish_details).type;
  if (type === 'stop') return 'stop';
  if (type === 'interrupted') return 'stopped';
  if (type === 'max_tokens') return 'length';
  if (message.status === 'in_progress' || message.status === 'finished_partial_completion') return 'stopped';
  return null;
}

/** Id of a conversation; where the export gives none, one made of what does not change about it. */
function identity(raw: Json, first: ImportedConversation['messages'][number] | undefined): string {
  const given = idOf(raw.conversation_id) ?? idOf(raw.id);
  if (given !== null) return given;
  const facts = canonical([raw.create_time ?? null, first?.sourceId ?? null, first?.parts ?? null]);
  return `hash:${createHash('sha256').update(facts).digest('hex').slice(0, 32)}`;
}

function metaOf(raw: Json): JsonObject | null {
  const meta: JsonObject = {};
  for (const key of ['gizmo_id', 'is_archived', 'is_starred', 'conversation_template_id']) {
    const value = raw[key];
    if (typeof value === 'string' || value === true) meta[key] = value;
  }
  return Object.keys(meta).length === 0 ? null : meta;
}

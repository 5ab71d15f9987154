/** pi and oh-my-pi: session files, versions 1 to 3. */
import type { SkippedItem } from '../../../shared/rpc/imports';
import { type AssemblyNode, assemble, type Draft, type DraftEvent, draft } from './assemble';
import type { ReadContext, RecordFormat, ValueEntry } from './format';
import { type Linkable, link } from './link';
import { BlobBag } from './media';
import { assistantDraft, resultDraft, spokenParts } from './pi-parts';
import type { ImportedCheckpoint, ImportedConversation, Place } from './types';
import {
  canonical,
  headline,
  idOf,
  isObject,
  type Json,
  jsonText,
  objectOf,
  placeId,
  stringOf,
  timeOf,
} from './values';

interface Node extends Linkable {
  entry: Json;
}

/** One session: what stands between a header and the next. */
interface Session {
  header: Json | null;
  slot: Json | null;
  place: Place;
  entries: ValueEntry[];
}

export const pi: RecordFormat = {
  kind: 'records',
  name: 'pi',
  detect: (value) =>
    value.payload === undefined &&
    ((value.type === 'session' && typeof value.id === 'string') ||
      (value.type === 'title' && typeof value.title === 'string' && value.uuid === undefined) ||
      (value.type === 'message' && isObject(value.message) && typeof value.message.role === 'string')),
  read,
};

function read(entries: readonly ValueEntry[], context: ReadContext): ImportedConversation[] {
  const conversations: ImportedConversation[] = [];
  for (const session of sessionsOf(entries, context)) {
    const conversation = toConversation(session, context.stem);
    if (conversation.messages.length > 0) conversations.push(conversation);
    else context.note({ ...session.place, reason: 'Nothing was said in this session; it was left out.' });
  }
  return conversations;
}

function sessionsOf(entries: readonly ValueEntry[], context: ReadContext): Session[] {
  const sessions: Session[] = [];
  let slot: Json | null = null;
  for (const entry of entries) {
    const { value, place } = entry;
    if (!isObject(value)) {
      context.note({ ...place, reason: 'This is no record; it was left out.' });
    } else if (value.type === 'title' && value.id === undefined) slot = value;
    else if (value.type === 'session') {
      sessions.push({ header: value, slot, place, entries: [] });
      slot = null;
    } else {
      if (sessions.length === 0) {
        sessions.push({ header: null, slot, place, entries: [] });
        slot = null;
        context.note({
          ...place,
          reason: 'The header of the session is missing; the file’s name stands for it.',
        });
      }
      sessions.at(-1)!.entries.push(entry);
    }
  }
  return sessions;
}

/** Reads one session. */
function toConversation(session: Session, stem: string): ImportedConversation {
  const skipped: SkippedItem[] = [];
  const note = (item: SkippedItem): void => void skipped.push(item);
  const header = session.header ?? {};
  const headerId = idOf(header.id);
  const raw = session.entries.map(({ value, place }): Node => {
    const entry = objectOf(value);
    const id = idOf(entry.id);
    const parent = entry.parentId === null ? null : (idOf(entry.parentId) ?? undefined);
    return {
      id: id ?? placeId(place),
      // Some writers hang the first entry on the header.
      parent: parent !== undefined && parent === headerId ? null : parent,
      place,
      payload: () => canonical([entry.type, entry.message ?? entry]),
      entry,
    };
  });
  const { nodes, parents } = link(raw, { missing: 'previous', note });
  const bag = new BlobBag();
  const assembly = nodes.map(
    (node): AssemblyNode => ({
      id: node.id,
      time: timeOf(node.entry.timestamp) ?? timeOf(objectOf(node.entry.message).timestamp),
      ...meaning(node.entry, node.id, bag),
    }),
  );
  const startedAt = timeOf(header.timestamp);
  const tree = assemble(assembly, parents, { startedAt });
  const times = tree.messages.map((message) => message.createdAt);
  // A header may be younger than what was copied behind it.
  const createdAt = times.reduce((a, b) => Math.min(a, b), startedAt ?? times[0] ?? 0);
  const shownAt = (id: string): string | null => {
    const index = nodes.findIndex((node) => node.id === id);
    return index === -1 ? null : tree.shown[index]!;
  };
  return {
    sourceId: headerId ?? stem,
    title: titleOf(session),
    createdAt,
    updatedAt: times.reduce((a, b) => Math.max(a, b), createdAt),
    messages: tree.messages,
    events: tree.events,
    checkpoints: checkpointsOf(nodes, shownAt, createdAt),
    tip: tipOf(nodes, tree.shown, shownAt) ?? tree.newestLeaf(),
    meta: metaOf(header),
    blobs: bag.blobs,
    skipped,
  };
}

/** The last entry, or the one that a trailing `leaf` record names. */
function tipOf(
  nodes: readonly Node[],
  shown: readonly (string | null)[],
  shownAt: (id: string) => string | null,
): string | null {
  const last = nodes.at(-1);
  if (!last) return null;
  const target = last.entry.type === 'leaf' ? idOf(last.entry.targetId) : null;
  return (target === null ? null : shownAt(target)) ?? shown.at(-1)!;
}

function checkpointsOf(
  nodes: readonly Node[],
  shownAt: (id: string) => string | null,
  startedAt: number,
): ImportedCheckpoint[] {
  const labels = new Map<string, ImportedCheckpoint>();
  for (const { entry, id } of nodes) {
    const target = idOf(entry.targetId);
    if (entry.type !== 'label' || target === null) continue;
    const label = stringOf(entry.label)?.trim() ?? '';
    const messageSourceId = shownAt(target);
    // The last label of an entry counts; one without text clears it.
    if (label === '' || messageSourceId === null) labels.delete(target);
    else {
      const createdAt = timeOf(entry.timestamp) ?? startedAt;
      labels.set(target, { sourceId: id, messageSourceId, label, createdAt });
    }
  }
  return [...labels.values()];
}

/** The title given last: by the header, its slot before it, or an entry. */
function titleOf(session: Session): string | null {
  let title: string | null = null;
  let given = Number.NEGATIVE_INFINITY;
  const offer = (text: unknown, at: unknown): void => {
    const offered = stringOf(text)?.trim();
    const time = timeOf(at) ?? given;
    if (!offered || time < given) return;
    title = offered;
    given = time;
  };
  offer(session.header?.title, session.header?.timestamp);
  offer(session.slot?.title, session.slot?.updatedAt);
  for (const { value } of session.entries) {
    const entry = objectOf(value);
    if (entry.type === 'session_info') offer(entry.name, entry.timestamp);
    else if (entry.type === 'title_change') offer(entry.title, entry.timestamp);
  }
  return title;
}

function metaOf(header: Json): ImportedConversation['meta'] {
  const meta: NonNullable<ImportedConversation['meta']> = {};
  for (const key of ['cwd', 'parentSession', 'branchedFrom']) {
    const value = stringOf(header[key]);
    if (value !== null) meta[key] = value;
  }
  return Object.keys(meta).length === 0 ? null : meta;
}

const QUIET = { message: null, events: [] };

function meaning(entry: Json, id: string, bag: BlobBag): { message: Draft | null; events: DraftEvent[] } {
  const event = (kind: DraftEvent['kind'], hidden: boolean, title: string, text = ''): typeof QUIET => ({
    message: null,
    events: [{ kind, hidden, title, text }] as never[],
  });
  switch (entry.type) {
    case 'message':
      return messageMeaning(objectOf(entry.message), id, bag);
    case 'custom_message':
      return customMeaning(entry, bag);
    case 'model_change': {
      const model = stringOf(entry.model) ?? [entry.provider, entry.modelId].filter(Boolean).join('/');
      return event('notice', false, `Model: ${model}`);
    }
    case 'thinking_level_change':
      return event('notice', true, `Thinking: ${stringOf(entry.thinkingLevel) ?? 'changed'}`);
    case 'compaction':
    case 'compact':
      return event('compaction', false, 'Context compacted', stringOf(entry.summary) ?? '');
    case 'branch_summary': {
      const text = stringOf(entry.summary) ?? '';
      return event('summary', false, headline(text) || 'Summary of another branch', text);
    }
    case 'reset_boundary':
      return event('notice', false, 'Context cleared');
    case 'session_init':
      return event('system', true, 'System prompt', stringOf(entry.systemPrompt) ?? jsonText(entry));
    case 'mode_change':
      return event('notice', true, `Mode: ${stringOf(entry.mode) ?? 'changed'}`);
    case 'label':
    case 'leaf':
    case 'session_info':
    case 'title_change':
    case 'service_tier_change':
    case 'credential_pin':
      return QUIET;
    default:
      return event(
        'other',
        true,
        stringOf(entry.customType) ?? stringOf(entry.type) ?? 'Entry',
        jsonText(entry),
      );
  }
}

function messageMeaning(
  message: Json,
  id: string,
  bag: BlobBag,
): { message: Draft | null; events: DraftEvent[] } {
  switch (message.role) {
    case 'user': {
      const parts = spokenParts(message.content, bag);
      return parts.length === 0 ? QUIET : { message: draft('user', parts), events: [] };
    }
    case 'assistant': {
      const said = assistantDraft(message, id, bag);
      if (said.parts.length > 0) return { message: said, events: [] };
      const failed = said.finish === 'error';
      if (!failed && said.finish !== 'stopped') return QUIET;
      const text = stringOf(message.errorMessage) ?? '';
      const title = failed ? 'The answer failed' : 'The answer was aborted';
      return { message: null, events: [{ kind: 'notice', hidden: false, title, text }] };
    }
    case 'toolResult':
      return { message: resultDraft(message, id, bag), events: [] };
    case 'bashExecution': {
      const command = stringOf(message.command) ?? '';
      const text = stringOf(message.output) ?? '';
      return {
        message: null,
        events: [{ kind: 'command', hidden: false, title: `! ${headline(command)}`, text }],
      };
    }
    case 'custom':
    case 'hookMessage':
      return customMeaning(message, bag);
    case 'branchSummary':
    case 'compactionSummary': {
      const text = stringOf(message.summary) ?? '';
      const kind = message.role === 'branchSummary' ? 'summary' : 'compaction';
      return { message: null, events: [{ kind, hidden: false, title: headline(text) || 'Summary', text }] };
    }
    default:
      return {
        message: null,
        events: [
          {
            kind: 'other',
            hidden: true,
            title: stringOf(message.role) ?? 'Message',
            text: jsonText(message),
          },
        ],
      };
  }
}

/** What an extension said. Shown, it is part of the conversation (to the model it is the user's); else context. */
function customMeaning(message: Json, bag: BlobBag): { message: Draft | null; events: DraftEvent[] } {
  const parts = spokenParts(message.content, bag);
  const name = stringOf(message.customType) ?? 'extension';
  if (message.display === true && parts.length > 0) {
    return { message: draft('user', parts, { meta: { extension: name } }), events: [] };
  }
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  return text.trim() === ''
    ? QUIET
    : { message: null, events: [{ kind: 'context', hidden: true, title: name, text }] };
}

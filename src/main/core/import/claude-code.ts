/** Claude Code: session files, those of sub-agents, and lists of the same records. */
import type { JsonObject } from '../../../shared/model';
import { assemble } from './assemble';
import { type Line, linesOf } from './claude-code-lines';
import { type Thread, threadsOf } from './claude-code-threads';
import { placeLines } from './claude-code-tree';
import type { ReadContext, RecordFormat, ValueEntry } from './format';
import { BlobBag } from './media';
import type { ImportedConversation } from './types';
import { idOf, isObject, type Json, objectOf, stringOf } from './values';

/** Records that stand in no other program's files. */
const OWN_TYPES = new Set([
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'mode',
  'permission-mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
]);

export const claudeCode: RecordFormat = {
  kind: 'records',
  name: 'claude-code',
  detect: (value) => {
    const type = value.type;
    if (typeof type !== 'string' || value.payload !== undefined || value.projectHash !== undefined)
      return false;
    if (OWN_TYPES.has(type)) return true;
    if ((type === 'started' || type === 'result') && typeof value.agentId === 'string') return true;
    if (value.uuid !== undefined || value.parentUuid !== undefined) return true;
    const speaks = type === 'user' || type === 'assistant' || type === 'system';
    return speaks && (typeof value.sessionId === 'string' || isObject(value.message));
  },
  read,
};

function read(entries: readonly ValueEntry[], context: ReadContext): ImportedConversation[] {
  const lines = linesOf(entries, (item) => context.note(item));
  const threads = threadsOf(lines, context.stem);
  const titles = titlesOf(entries, threads);
  const conversations: ImportedConversation[] = [];
  for (const thread of threads) {
    const conversation = toConversation(thread, entries, titles.get(thread) ?? null);
    if (conversation.messages.length > 0) conversations.push(conversation);
    else {
      const name = thread.agentOf === null ? `session ${thread.sourceId}` : `sub-agent ${thread.sourceId}`;
      const place = thread.nodes[0]?.place ?? { line: 1 };
      context.note({ ...place, reason: `Nothing was said in the ${name}; it was left out.` });
    }
  }
  if (threads.length === 0)
    context.note({ line: null, at: 'the file', reason: 'Nothing was said in this session.' });
  return conversations;
}

/** Puts one thread together. */
function toConversation(
  thread: Thread,
  entries: readonly ValueEntry[],
  title: string | null,
): ImportedConversation {
  const bag = new BlobBag();
  const { nodes, parents, nodeOf } = placeLines(thread, bag);
  const tree = assemble(nodes, parents, {
    startedAt: thread.nodes.find((line) => line.time !== null)?.time ?? null,
  });
  const times = tree.messages.map((message) => message.createdAt);
  const first = times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
  const shownAt = (line: number): string | null => {
    const node = nodeOf[line]!;
    return node === null ? null : tree.shown[node]!;
  };
  return {
    sourceId: thread.sourceId,
    title,
    createdAt: first,
    updatedAt: times.reduce((a, b) => Math.max(a, b), first),
    messages: tree.messages,
    events: tree.events,
    checkpoints: [],
    tip: tipOf(thread, entries, shownAt) ?? tree.newestLeaf(),
    meta: metaOf(thread),
    blobs: bag.blobs,
    skipped: thread.skipped,
  };
}

/** The last line that was said; a `last-prompt` record after it may name another. */
function tipOf(
  thread: Thread,
  entries: readonly ValueEntry[],
  shownAt: (line: number) => string | null,
): string | null {
  const lines = thread.nodes;
  const last = lines.findLastIndex((line) => line.record.type === 'user' || line.record.type === 'assistant');
  if (thread.agentOf === null) {
    for (let at = entries.length - 1; at >= 0; at--) {
      const record = objectOf(entries[at]!.value);
      if (last !== -1 && record === lines[last]!.record) break;
      const leaf = record.type === 'last-prompt' ? idOf(record.leafUuid) : null;
      if (leaf === null) continue;
      const index = lines.findIndex((line) => line.id === leaf);
      const tip = index === -1 ? null : shownAt(index);
      if (tip !== null) return tip;
    }
  }
  for (let at = lines.length - 1; at >= 0; at--) {
    const { type } = lines[at]!.record;
    if (type === 'user' || type === 'assistant') return shownAt(at);
  }
  return null;
}

const RANKS = { summary: 1, 'agent-name': 2, 'ai-title': 3, 'custom-title': 4 } as const;

/** Titles by rank; of one rank the last counts. A summary belongs to whoever holds the message it names. */
function titlesOf(entries: readonly ValueEntry[], threads: readonly Thread[]): Map<Thread, string> {
  const best = new Map<Thread, { rank: number; title: string }>();
  const mains = threads.filter((thread) => thread.agentOf === null);
  const owner = new Map<string, Thread>();
  for (const thread of mains) for (const line of thread.nodes) owner.set(line.id, thread);
  for (const { value } of entries) {
    const record = objectOf(value);
    const type = record.type as keyof typeof RANKS;
    if (!Object.hasOwn(RANKS, String(type)) || record.uuid !== undefined) continue;
    const title = titleIn(record, type)?.trim();
    if (!title) continue;
    const leaf = idOf(record.leafUuid);
    const session = stringOf(record.sessionId);
    const thread =
      type === 'summary' && leaf !== null
        ? owner.get(leaf)
        : (mains.find((main) => session !== null && main.sessions.has(session)) ??
          (mains.length === 1 ? mains[0] : undefined));
    if (thread && RANKS[type] >= (best.get(thread)?.rank ?? 0))
      best.set(thread, { rank: RANKS[type], title });
  }
  return new Map([...best].map(([thread, { title }]) => [thread, title]));
}

function titleIn(record: Json, type: keyof typeof RANKS): string | null {
  switch (type) {
    case 'summary':
      return stringOf(record.summary);
    case 'agent-name':
      return stringOf(record.agentName);
    case 'ai-title':
      return stringOf(record.aiTitle);
    case 'custom-title':
      return stringOf(record.customTitle);
  }
}

function metaOf(thread: Thread): JsonObject | null {
  const meta: JsonObject = {};
  if (thread.agentOf !== null) meta.agentOf = thread.agentOf;
  if (thread.agentId !== null) meta.agentId = thread.agentId;
  const first: Line | undefined = thread.nodes[0];
  for (const key of ['cwd', 'gitBranch', 'version']) {
    const value = stringOf(first?.record[key]);
    if (value !== null) meta[key] = value;
  }
  const origin = objectOf(first?.record.forkedFrom);
  const forkedFrom = stringOf(origin.sessionId);
  if (forkedFrom !== null) meta.forkedFrom = forkedFrom;
  return Object.keys(meta).length === 0 ? null : meta;
}

/** Lines of a Claude Code session: what each says, before any of them is put into the tree. */
import type { FilePart, ImagePart, JsonValue, Part, TextPart, ToolResultPart } from '../../../shared/model';
import type { SkippedItem } from '../../../shared/rpc/imports';
import type { DraftEvent } from './assemble';
import { imagePart } from './claude-ai-parts';
import { notSpeech, withoutTerminalCodes } from './claude-code-speech';
import type { ValueEntry } from './format';
import type { Linkable } from './link';
import { type BlobBag, statedType, typeOfName } from './media';
import {
  arrayOf,
  bytesOf,
  canonical,
  headline,
  idOf,
  isObject,
  type Json,
  jsonText,
  objectOf,
  opaque,
  placeId,
  stringOf,
  textParts,
  timeOf,
} from './values';

/** Records about the session rather than of it. */
const BOOKKEEPING = new Set([
  'ai-title',
  'custom-title',
  'agent-name',
  'last-prompt',
  'queue-operation',
  'file-history-snapshot',
  'file-history-delta',
  'mode',
  'permission-mode',
  'pr-link',
  'worktree-state',
  'relocated',
  'bridge-session',
  'frame-link',
  'started',
  'result',
  'atis-latch',
]);

export interface Line extends Linkable {
  record: Json;
  session: string | null;
  /** Null: the main thread. Otherwise the sub-agent's id, empty where the record does not say it. */
  agent: string | null;
  time: number | null;
  content: unknown;
}

/** The records that are links of the chain. Those that are broken are reported. */
export function linesOf(entries: readonly ValueEntry[], note: (item: SkippedItem) => void): Line[] {
  const lines: Line[] = [];
  for (const { value, place } of entries) {
    if (!isObject(value)) {
      note({ ...place, reason: 'This is no record; it was left out.' });
      continue;
    }
    const type = stringOf(value.type);
    const uuid = idOf(value.uuid);
    const speaks = type === 'user' || type === 'assistant' || type === 'system';
    if (type === null || BOOKKEEPING.has(type) || (!speaks && uuid === null)) {
      if (type === null) note({ ...place, reason: 'The record does not say what it is; it was left out.' });
      continue;
    }
    const message = objectOf(value.message);
    const content = message.content ?? (type === 'system' ? value.content : undefined);
    if ((type === 'user' || type === 'assistant') && content === undefined) {
      note({ ...place, reason: 'The message has no content; it was left out.' });
      continue;
    }
    const agent = stringOf(value.agentId);
    lines.push({
      id: uuid ?? placeId(place),
      parent: parentOf(value),
      place,
      payload: () => canonical([type, message.content ?? value]),
      record: value,
      session: stringOf(value.sessionId),
      agent: agent ?? (value.isSidechain === true ? '' : null),
      time: timeOf(value.timestamp),
      content,
    });
  }
  return lines;
}

/** Where a compaction cut the chain, the link goes to what stood before it. */
function parentOf(record: Json): string | null | undefined {
  if (isBoundary(record)) return idOf(record.logicalParentUuid) ?? idOf(record.parentUuid) ?? undefined;
  return record.parentUuid === null ? null : (idOf(record.parentUuid) ?? undefined);
}

export function isBoundary(record: Json): boolean {
  return record.subtype === 'compact_boundary' || record.subtype === 'microcompact_boundary';
}

/** Whether a line is something that the user said, by itself. */
export function isPrompt({ record, content, agent }: Line): boolean {
  if (record.type !== 'user') return false;
  const blocks = typeof content === 'string' ? [content] : arrayOf(content);
  if (blocks.some((block) => objectOf(block).type === 'tool_result')) return false;
  return blocks.some((block) => {
    const text = typeof block === 'string' ? block : stringOf(objectOf(block).text);
    if (text === null) return isObject(block) && block.type !== 'text';
    return text.trim() !== '' && eventFor(text, record, agent !== null) === null;
  });
}

export interface Result {
  callId: string | null;
  part: ToolResultPart;
}

/** What a line says. */
export interface Said {
  /** Words and images of the user's, or everything of the assistant's. */
  parts: Part[];
  results: Result[];
  events: DraftEvent[];
}

/** Content of a line, sorted into speech, results and what is neither. */
export function saidBy(line: Line, bag: BlobBag): Said {
  const { record } = line;
  switch (record.type) {
    case 'user':
      return saidByUser(line, bag);
    case 'assistant':
      return saidByAssistant(line, bag);
    case 'system':
      return { parts: [], results: [], events: systemEvents(record, line.content) };
    case 'attachment':
      return attachment(objectOf(record.attachment), bag);
    case 'progress':
      return { parts: [], results: [], events: [] };
    case 'summary': {
      const text = stringOf(record.summary) ?? wordsOf(objectOf(record.message).content);
      const event: DraftEvent = { kind: 'summary', hidden: false, title: headline(text) || 'Summary', text };
      return { parts: [], results: [], events: [event] };
    }
    default: {
      const title = String(record.type);
      return {
        parts: [],
        results: [],
        events: [{ kind: 'other', hidden: true, title, text: jsonText(record) }],
      };
    }
  }
}

function saidByUser({ record, content, agent }: Line, bag: BlobBag): Said {
  const said: Said = { parts: [], results: [], events: [] };
  for (const block of typeof content === 'string' ? [content] : arrayOf(content)) {
    const text =
      typeof block === 'string' ? block : isObject(block) && block.type === 'text' ? block.text : null;
    if (typeof text === 'string') {
      if (text.trim() === '') continue;
      const event = eventFor(text, record, agent !== null);
      if (event) said.events.push(event);
      else said.parts.push({ type: 'text', text });
    } else if (isObject(block) && block.type === 'tool_result') said.results.push(resultOf(block, bag));
    else if (isObject(block) && block.type === 'image') said.parts.push(imagePart(block, bag));
    else if (isObject(block) && block.type === 'document') said.parts.push(documentPart(block, bag));
    else if (block !== null) said.parts.push(opaque(objectOf(block).type, block));
  }
  return said;
}

function eventFor(text: string, record: Json, agent: boolean): DraftEvent | null {
  if (record.isCompactSummary === true) {
    return { kind: 'summary', hidden: false, title: 'Summary of what went before', text };
  }
  const known = notSpeech(text);
  if (known) return known;
  if (
    record.isMeta === true ||
    record.isVisibleInTranscriptOnly === true ||
    (agent && text.trim() === 'Warmup')
  ) {
    return { kind: 'context', hidden: true, title: headline(text), text };
  }
  return null;
}

function resultOf(block: Json, bag: BlobBag): Result {
  const callId = idOf(block.tool_use_id);
  const items = typeof block.content === 'string' ? [block.content] : arrayOf(block.content);
  const output = items.flatMap((item): (TextPart | ImagePart | FilePart)[] => {
    if (typeof item === 'string') return textParts(item);
    if (!isObject(item)) return [];
    if (item.type === 'text') return textParts(item.text);
    if (item.type === 'image') return [imagePart(item, bag)];
    if (item.type === 'document') return [documentPart(item, bag)];
    return textParts(jsonText(item));
  });
  const part: ToolResultPart = { type: 'tool-result', callId: callId ?? '', name: 'tool', output };
  if (block.is_error === true) part.isError = true;
  return { callId, part };
}

function documentPart(block: Json, bag: BlobBag): FilePart | ImagePart {
  const source = objectOf(block.source);
  const name = stringOf(block.title) ?? 'document';
  const mediaType = statedType(source.media_type) ?? typeOfName(name, 'application/pdf');
  const text = source.type === 'text' ? stringOf(source.data) : null;
  if (text !== null) return { type: 'file', blob: null, mediaType, name, text };
  const bytes = bytesOf(source.data);
  if (bytes) return bag.part(bytes, { stated: mediaType, name });
  const origin = stringOf(source.url);
  return { type: 'file', blob: null, mediaType, name, ...(origin === null ? {} : { origin }) };
}

function saidByAssistant({ record, content, id }: Line, bag: BlobBag): Said {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : arrayOf(content);
  if (objectOf(record.message).model === '<synthetic>' || record.isApiErrorMessage === true) {
    const text = wordsOf(blocks);
    const hidden = text.trim() === '' || text.trim() === 'No response requested.';
    const event: DraftEvent = { kind: 'notice', hidden, title: headline(text) || 'Notice', text };
    return { parts: [], results: [], events: text.trim() === '' ? [] : [event] };
  }
  const said: Said = { parts: [], results: [], events: [] };
  blocks.forEach((block, index) => {
    if (typeof block === 'string') said.parts.push(...textParts(block));
    else if (isObject(block)) {
      if (/_tool_result$/.test(String(block.type))) said.parts.push(serverResult(block, bag));
      else said.parts.push(...assistantBlock(block, `${id}:${index + 1}`, bag));
    }
  });
  return said;
}

function assistantBlock(block: Json, fallbackId: string, bag: BlobBag): Part[] {
  switch (block.type) {
    case 'text':
      return textParts(block.text);
    case 'thinking': {
      const text = stringOf(block.thinking) ?? '';
      const signature = stringOf(block.signature);
      if (text.trim() === '' && signature === null) return [];
      return [
        {
          type: 'reasoning',
          text,
          ...(signature === null ? {} : { provider: { anthropic: { signature } } }),
        },
      ];
    }
    case 'redacted_thinking': {
      const redactedData = stringOf(block.data);
      return [
        {
          type: 'reasoning',
          text: '',
          ...(redactedData === null ? {} : { provider: { anthropic: { redactedData } } }),
        },
      ];
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [
        {
          type: 'tool-call',
          callId: idOf(block.id) ?? fallbackId,
          name: stringOf(block.name) ?? 'tool',
          input: (block.input ?? null) as JsonValue,
        },
      ];
    case 'image':
      return [imagePart(block, bag)];
    default:
      return [opaque(block.type, block)];
  }
}

/** Result of a tool that ran at the provider: it stands in the assistant's own message. */
function serverResult(block: Json, bag: BlobBag): ToolResultPart {
  const { part, callId } = resultOf(block, bag);
  return { ...part, callId: callId ?? 'server', name: String(block.type).replace(/_tool_result$/, '') };
}

function systemEvents(record: Json, content: unknown): DraftEvent[] {
  const raw = typeof content === 'string' ? content : wordsOf(content);
  if (isBoundary(record)) {
    const facts = objectOf(record.compactMetadata);
    const tokens = typeof facts.preTokens === 'number' ? `, ${facts.preTokens} tokens before` : '';
    const how = facts.trigger === 'manual' ? ' by hand' : '';
    return [{ kind: 'compaction', hidden: false, title: `Context compacted${how}${tokens}`, text: '' }];
  }
  if (raw.trim() === '') return [];
  const known = notSpeech(raw);
  if (known) return [known];
  const text = withoutTerminalCodes(raw);
  if (objectOf(record.message).role === 'system') {
    return [{ kind: 'system', hidden: true, title: headline(text), text }];
  }
  const hidden = record.level !== 'warning' && record.level !== 'error';
  return [{ kind: 'notice', hidden, title: headline(text), text }];
}

function attachment(facts: Json, bag: BlobBag): Said {
  const kind = stringOf(facts.type) ?? 'attachment';
  if (kind === 'queued_command' && (facts.commandMode === undefined || facts.commandMode === 'prompt')) {
    // A prompt typed while the model was at work: it is written nowhere else.
    const prompt: unknown = facts.prompt;
    const said: Said = { parts: [], results: [], events: [] };
    for (const block of typeof prompt === 'string' ? [prompt] : arrayOf(prompt)) {
      const text = typeof block === 'string' ? block : stringOf(objectOf(block).text);
      const event = text === null ? null : notSpeech(text);
      if (event) said.events.push(event);
      else if (text !== null) said.parts.push(...textParts(text));
      else if (objectOf(block).type === 'image') said.parts.push(imagePart(objectOf(block), bag));
    }
    return said;
  }
  const words = [
    facts.content,
    facts.stdout,
    facts.stderr,
    objectOf(facts.blockingError).blockingError,
    facts.prompt,
  ]
    .map((item) => (Array.isArray(item) ? item.filter((line) => typeof line === 'string').join('\n') : item))
    .filter((item) => typeof item === 'string' && item.trim() !== '')
    .join('\n');
  const failed = kind.includes('error');
  const title = [kind.replaceAll('_', ' '), stringOf(facts.hookName)].filter(Boolean).join(': ');
  const text = words === '' ? jsonText(facts) : words;
  return {
    parts: [],
    results: [],
    events: [{ kind: failed ? 'notice' : 'context', hidden: !failed, title, text }],
  };
}

/** Text of content that is a string or a list of blocks. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return arrayOf(content)
    .map((block) => (typeof block === 'string' ? block : (stringOf(objectOf(block).text) ?? '')))
    .filter(Boolean)
    .join('\n');
}

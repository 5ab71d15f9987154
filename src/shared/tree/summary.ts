/** From a whole message to what the tree shows of it. */
import { FLAG, type Message, type NodeSummary, type Part } from '../model';

/** Characters of a preview: two lines of a tree node at its widest, with room to spare. */
export const PREVIEW_CHARS = 280;

/** All text of a part that a reader can see, for previews, search and counting. */
export function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'image':
      return part.name ?? '';
    case 'file':
      return part.text === undefined ? part.name : `${part.name}\n${part.text}`;
    case 'tool-call':
      return `${part.name} ${part.inputText ?? JSON.stringify(part.input)}`;
    case 'tool-result':
      return part.output.map(textOfPart).filter(Boolean).join('\n');
    case 'opaque':
      return '';
  }
}

/** The message's own words: its text parts, joined by blank lines. */
export function plainText(message: Pick<Message, 'parts'>): string {
  return message.parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}

/** All text of a message as the search index sees it, reasoning and tool traffic included. */
export function searchText(message: Pick<Message, 'parts'>): string {
  return message.parts.map(textOfPart).filter(Boolean).join('\n');
}

/**
 * What a message is called where there is room for a line or two: its text, else what it holds instead.
 * White space is folded, Markdown marks at line starts are dropped.
 */
export function previewOf(message: Pick<Message, 'parts' | 'role'>): string {
  const pick =
    firstText(message.parts, 'text') ??
    callsPreview(message.parts) ??
    firstText(message.parts, 'tool-result') ??
    firstText(message.parts, 'file') ??
    firstText(message.parts, 'image') ??
    firstText(message.parts, 'reasoning') ??
    '';
  return fold(pick);
}

function firstText(parts: readonly Part[], type: Part['type']): string | undefined {
  for (const part of parts) {
    if (part.type !== type) continue;
    // Enough for the preview: a text of megabytes is not walked.
    const text = textOfPart(part).slice(0, PREVIEW_CHARS * 8);
    if (text.trim() !== '') return text;
  }
  return undefined;
}

function callsPreview(parts: readonly Part[]): string | undefined {
  const calls = parts.filter((part) => part.type === 'tool-call');
  return calls.length === 0
    ? undefined
    : calls.map((call) => textOfPart(call).slice(0, PREVIEW_CHARS)).join(' · ');
}

function fold(text: string): string {
  const folded = text
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|```\S*)[ \t]*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...folded.slice(0, PREVIEW_CHARS * 2)];
  return points.length > PREVIEW_CHARS ? `${points.slice(0, PREVIEW_CHARS - 1).join('')}…` : folded;
}

/** Marks of a message, bits of `FLAG`. */
export function flagsOf(message: Pick<Message, 'parts' | 'finish'>): number {
  let flags = 0;
  for (const part of message.parts) {
    if (part.type === 'tool-call') flags |= FLAG.toolCall;
    else if (part.type === 'image') flags |= FLAG.image;
    else if (part.type === 'reasoning') flags |= FLAG.reasoning;
    else if (part.type === 'file') flags |= FLAG.file;
    else if (part.type === 'text' && /^\s{0,3}(```|~~~)/m.test(part.text)) flags |= FLAG.code;
    else if (part.type === 'tool-result') {
      if (part.isError) flags |= FLAG.error;
      if (part.output.some((item) => item.type === 'image')) flags |= FLAG.image;
    }
  }
  if (message.finish === 'error') flags |= FLAG.error;
  if (message.finish === 'stopped' || message.finish === 'length' || message.finish === 'error')
    flags |= FLAG.partial;
  return flags;
}

/** Ids of calls in a message that are answered neither in it nor known never to be. */
export function openCallsOf(parts: readonly Part[]): string[] {
  const open = new Set<string>();
  for (const part of parts) {
    if (part.type === 'tool-call' && !part.unanswered) open.add(part.callId);
    else if (part.type === 'tool-result') open.delete(part.callId);
  }
  return [...open];
}

/** Ids of calls of earlier messages that are answered in this one. */
export function resultsOf(parts: readonly Part[]): string[] {
  const own = new Set<string>();
  const results: string[] = [];
  for (const part of parts) {
    if (part.type === 'tool-call') own.add(part.callId);
    else if (part.type === 'tool-result' && !own.has(part.callId)) results.push(part.callId);
  }
  return results;
}

/** The summary of a whole message. */
export function summarise(message: Message): NodeSummary {
  const calls = openCallsOf(message.parts);
  const results = resultsOf(message.parts);
  return {
    id: message.id,
    parentId: message.parentId,
    role: message.role,
    preview: previewOf(message),
    model: message.model,
    createdAt: message.createdAt,
    flags: flagsOf(message),
    chars: message.parts.reduce((sum, part) => sum + textOfPart(part).length, 0),
    ...(calls.length > 0 ? { calls } : {}),
    ...(results.length > 0 ? { results } : {}),
  };
}

/** Content of ChatGPT's messages, kind by kind, as parts. */
import type { FilePart, ImagePart, Part, TextPart } from '../../../shared/model';
import { resolveCitations } from './chatgpt-text';
import type { Assets } from './format';
import { type BlobBag, statedType, typeOfName } from './media';
import {
  arrayOf,
  idOf,
  isObject,
  type Json,
  jsonText,
  numberOf,
  objectOf,
  opaque,
  stringOf,
  textParts,
} from './values';

export type Found = Awaited<ReturnType<Assets['find']>>;
/** Files of the archive by the id that a message names, looked up beforehand. */
export type Lookup = (id: string) => Found;

const POINTER_SCHEME = /^(?:file-service|sediment):\/\//;

/** Id of the file that a pointer names: `sediment://file_abc` is `file_abc`. */
export function pointerId(pointer: string): string {
  return pointer.replace(POINTER_SCHEME, '').split(/[/?#]/, 1)[0]!;
}

/** Ids of all files that a message names. */
export function fileIdsOf(message: Json): string[] {
  const ids: string[] = [];
  for (const part of arrayOf(objectOf(message.content).parts)) {
    if (!isObject(part)) continue;
    for (const pointer of [part.asset_pointer, objectOf(part.audio_asset_pointer).asset_pointer]) {
      if (typeof pointer === 'string') ids.push(pointerId(pointer));
    }
  }
  for (const attachment of attachmentsOf(message)) ids.push(...attachment.ids);
  return ids;
}

function attachmentsOf(message: Json): { ids: string[]; facts: Json }[] {
  return arrayOf(objectOf(message.metadata).attachments)
    .filter(isObject)
    .map((facts) => ({
      facts,
      ids: [idOf(facts.id), idOf(facts.file_id)].filter((id) => id !== null),
    }));
}

/** Everything that a message shows but calls and results. */
export function contentParts(message: Json, lookup: Lookup, bag: BlobBag): Part[] {
  const content = objectOf(message.content);
  const metadata = objectOf(message.metadata);
  const kind = stringOf(content.content_type) ?? (Array.isArray(content.parts) ? 'text' : '');
  switch (kind) {
    case 'text':
    case 'multimodal_text':
      return mixedParts(content.parts ?? stringOf(content.text), message, lookup, bag);
    case 'thoughts':
      return thoughts(content);
    case 'code': {
      const code = wordsOf(content);
      if (code.trim() === '') return [];
      const language = stringOf(content.language);
      const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map((run) => run[0].length + 1)));
      const name = language === null || language === 'unknown' ? '' : language.replace(/[^\w+#.-]/g, '');
      return [{ type: 'text', text: `${fence}${name}\n${code.replace(/\n$/, '')}\n${fence}` }];
    }
    default: {
      const words = wordsOf(content);
      const resolved = resolveCitations(words, metadata).text;
      const rest = Object.entries(content).filter(
        ([key, value]) =>
          key !== 'content_type' &&
          key !== 'parts' &&
          !isBlank(value) &&
          !(WORD_FIELDS.has(key) && typeof value === 'string'),
      );
      const unread =
        isBlank(content.parts) || arrayOf(content.parts).every((part) => typeof part === 'string');
      return [
        ...textParts(resolved),
        ...(rest.length > 0 || !unread ? [opaque(kind, content)] : []),
        ...attachments(message, new Set(), lookup, bag),
      ];
    }
  }
}

const WORD_FIELDS = new Set(['text', 'result', 'content', 'output_str', 'summary']);

function isBlank(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The words of content of any kind, wherever it keeps them. */
export function wordsOf(content: Json): string {
  for (const key of ['text', 'result', 'content', 'output_str']) {
    const text = stringOf(content[key]);
    if (text !== null) return text;
  }
  return arrayOf(content.parts)
    .filter((part) => typeof part === 'string')
    .join('\n');
}

function thoughts(content: Json): Part[] {
  const texts = arrayOf(content.thoughts)
    .map(objectOf)
    .map((thought) => {
      const summary = stringOf(thought.summary);
      const body = stringOf(thought.content) ?? stringOf(thought.text);
      if (summary !== null && body !== null) return `**${summary}**\n\n${body}`;
      return body ?? summary ?? '';
    })
    .filter((text) => text.trim() !== '');
  const text = texts.length > 0 ? texts.join('\n\n') : wordsOf(content);
  return text.trim() === '' ? [] : [{ type: 'reasoning', text }];
}

function mixedParts(list: unknown, message: Json, lookup: Lookup, bag: BlobBag): Part[] {
  const metadata = objectOf(message.metadata);
  const parts: Part[] = [];
  const shown = new Set<string>();
  let cited: TextPart | null = null;
  for (const item of typeof list === 'string' ? [list] : arrayOf(list)) {
    if (typeof item === 'string') {
      if (item.trim() === '') continue;
      const { text, citations } = resolveCitations(item, metadata);
      if (text.trim() === '') continue;
      const part: TextPart = { type: 'text', text };
      // Sources stand with the text that has their marks; one that has none gets none.
      if (citations.length > 0 && (text !== item || cited === null)) {
        if (cited) delete cited.citations;
        part.citations = citations;
        cited = part;
      }
      parts.push(part);
    } else if (isObject(item)) parts.push(...itemParts(item, message, shown, lookup, bag));
  }
  return [...parts, ...attachments(message, shown, lookup, bag)];
}

function itemParts(item: Json, message: Json, shown: Set<string>, lookup: Lookup, bag: BlobBag): Part[] {
  switch (item.content_type) {
    case 'image_asset_pointer': {
      const pointer = stringOf(item.asset_pointer);
      if (pointer === null) return [opaque('image_asset_pointer', item)];
      const id = pointerId(pointer);
      shown.add(id);
      const facts = attachmentsOf(message).find((attachment) => attachment.ids.includes(id))?.facts ?? {};
      return [filePart(id, pointer, { ...facts, ...item, name: facts.name }, 'image/png', lookup, bag)];
    }
    case 'audio_transcription':
      return textParts(item.text);
    case 'audio_asset_pointer':
    case 'real_time_user_audio_video_asset_pointer': {
      const pointer =
        stringOf(item.asset_pointer) ?? stringOf(objectOf(item.audio_asset_pointer).asset_pointer);
      if (pointer === null) return [opaque(item.content_type, item)];
      const id = pointerId(pointer);
      if (shown.has(id)) return [];
      shown.add(id);
      return [filePart(id, pointer, { name: id }, 'audio/wav', lookup, bag)];
    }
    default: {
      const text = stringOf(item.text);
      return text !== null ? textParts(text) : [opaque(item.content_type ?? 'part', item)];
    }
  }
}

/** Uploads that the content does not show by itself. */
function attachments(message: Json, shown: ReadonlySet<string>, lookup: Lookup, bag: BlobBag): Part[] {
  return attachmentsOf(message)
    .filter(({ ids }) => !ids.some((id) => shown.has(id)))
    .map(({ ids, facts }) => {
      const name = stringOf(facts.name) ?? ids[0] ?? 'file';
      const stated = statedType(facts.mime_type) ?? statedType(facts.mimeType) ?? typeOfName(name);
      const id = ids.find((candidate) => lookup(candidate) !== null) ?? ids[0] ?? name;
      return filePart(id, id, { ...facts, name }, stated, lookup, bag);
    });
}

function filePart(
  id: string,
  origin: string,
  facts: Json,
  stated: string,
  lookup: Lookup,
  bag: BlobBag,
): ImagePart | FilePart {
  const name = stringOf(facts.name) ?? undefined;
  const width = numberOf(facts.width);
  const height = numberOf(facts.height);
  const mediaType = statedType(facts.mime_type) ?? statedType(facts.mimeType) ?? stated;
  const found = lookup(id);
  if (found) return bag.part(found.bytes, { stated: mediaType, name, width, height, origin });
  if (mediaType.startsWith('image/')) {
    return {
      type: 'image',
      blob: null,
      mediaType,
      ...(name === undefined ? {} : { name }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      origin,
    };
  }
  const size = numberOf(facts.size) ?? numberOf(facts.size_bytes);
  return {
    type: 'file',
    blob: null,
    mediaType,
    name: name ?? id,
    ...(size === undefined ? {} : { size }),
    origin,
  };
}

/** What a tool gave back, as parts of its result. */
export function resultParts(
  message: Json,
  lookup: Lookup,
  bag: BlobBag,
): (TextPart | ImagePart | FilePart)[] {
  const content = objectOf(message.content);
  const kind = stringOf(content.content_type) ?? 'text';
  if (kind === 'tether_quote') {
    const head = [stringOf(content.title), stringOf(content.url) ?? stringOf(content.domain)].filter(Boolean);
    return textParts([...head, wordsOf(content)].join('\n'));
  }
  if (kind === 'tether_browsing_display') {
    return textParts([stringOf(content.summary), wordsOf(content)].filter(Boolean).join('\n'));
  }
  if (kind === 'system_error') {
    return textParts([stringOf(content.name), wordsOf(content)].filter(Boolean).join(': '));
  }
  if (kind === 'code' || kind === 'execution_output') return textParts(wordsOf(content));
  return contentParts(message, lookup, bag).flatMap((part): (TextPart | ImagePart | FilePart)[] => {
    if (part.type === 'text' || part.type === 'image' || part.type === 'file') return [part];
    if (part.type === 'opaque') return textParts(jsonText(part.raw));
    return part.type === 'reasoning' ? textParts(part.text) : [];
  });
}

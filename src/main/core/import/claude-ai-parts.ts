/** Content blocks of Claude.ai's messages as parts. */
import type {
  Citation,
  FilePart,
  ImagePart,
  JsonValue,
  Part,
  TextPart,
  ToolCallPart,
} from '../../../shared/model';
import type { DraftEvent } from './assemble';
import { type BlobBag, statedType, typeOfName } from './media';
import {
  arrayOf,
  bytesOf,
  headline,
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

/** What old exports say in the place of a tool's work. */
const FILLER = /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?/g;

/** Parts of one message, and what was recorded beside it. */
export function messageParts(
  message: Json,
  id: string,
  bag: BlobBag,
): { parts: Part[]; events: DraftEvent[] } {
  const events: DraftEvent[] = [];
  const pairing = new Pairing(id);
  const given: unknown = message.content;
  const blocks = Array.isArray(given) ? given : [];
  const others = blocks.some(
    (block) => isObject(block) && !['text', 'thinking', 'token_budget'].includes(String(block.type)),
  );
  const plain = stringOf(message.text) ?? (typeof given === 'string' ? given : '');
  const parts = blocks.flatMap((block) => blockParts(block, others, pairing, events, bag));
  const spoken = parts.some((part) => part.type === 'text');
  const fallback = spoken ? [] : textParts(others ? plain.replace(FILLER, '') : plain);
  // Attached files stand above the words, as they were shown and as models read them best.
  return { parts: [...attachedFiles(message), ...fallback, ...parts], events };
}

/** Finds the call that a result answers: by id, else the latest open one of the same name. */
class Pairing {
  private readonly open: { callId: string; name: string }[] = [];
  private count = 0;

  constructor(private readonly message: string) {}

  call(block: Json, name: string): string {
    const callId = idOf(block.id) ?? `${this.message}:${++this.count}`;
    this.open.push({ callId, name });
    return callId;
  }

  result(block: Json, name: string | null): { callId: string; name: string } {
    const id = idOf(block.tool_use_id);
    const at =
      id === null
        ? this.open.findLastIndex((call) => name === null || call.name === name)
        : this.open.findIndex((call) => call.callId === id);
    if (at !== -1) return this.open.splice(at, 1)[0]!;
    return { callId: id ?? `${this.message}:result${++this.count}`, name: name ?? 'tool' };
  }
}

function blockParts(
  block: unknown,
  others: boolean,
  pairing: Pairing,
  events: DraftEvent[],
  bag: BlobBag,
): Part[] {
  if (typeof block === 'string') return textParts(block);
  if (!isObject(block)) return block === null ? [] : [opaque('block', block)];
  switch (block.type) {
    case 'text': {
      const text = stringOf(block.text) ?? '';
      return withCitations(textParts(others ? text.replace(FILLER, '') : text), block.citations);
    }
    case 'thinking': {
      const text = stringOf(block.thinking) ?? summariesOf(block.summaries);
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
    case 'server_tool_use': {
      const name = stringOf(block.name) ?? 'tool';
      const call: ToolCallPart = {
        type: 'tool-call',
        callId: pairing.call(block, name),
        name,
        input: (block.input ?? null) as JsonValue,
      };
      return [call];
    }
    case 'tool_result': {
      const { callId, name } = pairing.result(block, stringOf(block.name));
      return [
        {
          type: 'tool-result',
          callId,
          name,
          output: resultOutput(block.content, bag),
          ...(block.is_error === true ? { isError: true as const } : {}),
        },
      ];
    }
    case 'voice_note':
      return textParts(block.transcript ?? block.title);
    case 'image':
      return [imagePart(block, bag)];
    case 'token_budget':
      return [];
    case 'flag': {
      const text = stringOf(block.message) ?? stringOf(block.flag) ?? jsonText(block);
      events.push({ kind: 'notice', hidden: false, title: `Flagged: ${headline(text)}`, text });
      return [];
    }
    default:
      return [opaque(block.type, block)];
  }
}

function summariesOf(list: unknown): string {
  return arrayOf(list)
    .map((item) => stringOf(objectOf(item).summary) ?? '')
    .filter(Boolean)
    .join('\n\n');
}

function withCitations(parts: TextPart[], list: unknown): TextPart[] {
  const citations: Citation[] = [];
  for (const item of arrayOf(list).filter(isObject)) {
    const details = objectOf(item.details);
    const source = objectOf(arrayOf(item.sources)[0]);
    const found = stringOf(item.url) ?? stringOf(details.url) ?? stringOf(source.url);
    const url = found !== null && /^https?:\/\//i.test(found) ? found : null;
    const title = stringOf(item.title) ?? stringOf(details.title) ?? stringOf(source.title);
    if (url === null && title === null) continue;
    if (!citations.some((known) => known.url === url && known.title === title))
      citations.push({ title, url });
  }
  return citations.length === 0 ? parts : parts.map((part) => ({ ...part, citations }));
}

function resultOutput(content: unknown, bag: BlobBag): (TextPart | ImagePart | FilePart)[] {
  if (typeof content === 'string') return textParts(content);
  return arrayOf(content).flatMap((item): (TextPart | ImagePart | FilePart)[] => {
    if (typeof item === 'string') return textParts(item);
    if (!isObject(item)) return [];
    if (item.type === 'text') return textParts(item.text);
    if (item.type === 'image') return [imagePart(item, bag)];
    if (item.type === 'knowledge') {
      const head = [stringOf(item.title), stringOf(item.url)].filter(Boolean);
      return textParts([...head, stringOf(item.text) ?? ''].join('\n'));
    }
    return textParts(jsonText(item));
  });
}

/** An image block: its bytes where they are there, else what it was called. */
export function imagePart(block: Json, bag: BlobBag): ImagePart | FilePart {
  const source = objectOf(block.source);
  const mediaType = statedType(source.media_type) ?? statedType(block.mimeType) ?? 'image/png';
  const bytes = bytesOf(source.data ?? block.data);
  const name = stringOf(block.file_name) ?? stringOf(block.name) ?? undefined;
  if (bytes) return bag.part(bytes, { stated: mediaType, ...(name === undefined ? {} : { name }) });
  const origin = stringOf(source.url) ?? stringOf(block.url) ?? idOf(block.file_uuid) ?? stringOf(block.data);
  return {
    type: 'image',
    blob: null,
    mediaType,
    ...(name === undefined ? {} : { name }),
    ...(origin === null ? {} : { origin: origin.slice(0, 500) }),
  };
}

function attachedFiles(message: Json): Part[] {
  const parts: Part[] = [];
  for (const item of arrayOf(message.attachments).filter(isObject)) {
    const name = stringOf(item.file_name) ?? 'Pasted text';
    const text = stringOf(item.extracted_content);
    const size = numberOf(item.file_size);
    const type = stringOf(item.file_type);
    parts.push({
      type: 'file',
      blob: null,
      mediaType: statedType(type) ?? typeOfName(name, typeOfName(`.${type ?? ''}`, 'text/plain')),
      name,
      ...(size === undefined ? {} : { size }),
      ...(text === null ? {} : { text }),
      ...(item.id === undefined ? {} : { origin: idOf(item.id) ?? undefined }),
    });
  }
  const files = arrayOf(message.files).length > 0 ? arrayOf(message.files) : arrayOf(message.files_v2);
  for (const item of files.filter(isObject)) {
    const name = stringOf(item.file_name) ?? 'file';
    const origin = idOf(item.file_uuid) ?? stringOf(item.preview_url) ?? name;
    if (item.file_kind === 'image') {
      const asset = objectOf(item.preview_asset);
      const width = numberOf(asset.image_width);
      const height = numberOf(asset.image_height);
      parts.push({
        type: 'image',
        blob: null,
        mediaType: typeOfName(name, 'image/png'),
        name,
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        origin,
      });
    } else parts.push({ type: 'file', blob: null, mediaType: typeOfName(name), name, origin });
  }
  return parts;
}

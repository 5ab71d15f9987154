/** Messages of pi sessions as parts. */
import type {
  FilePart,
  Finish,
  ImagePart,
  JsonObject,
  JsonValue,
  Part,
  TextPart,
} from '../../../shared/model';
import { type Draft, draft } from './assemble';
import { imagePart } from './claude-ai-parts';
import type { BlobBag } from './media';
import {
  arrayOf,
  idOf,
  isObject,
  type Json,
  jsonText,
  objectOf,
  opaque,
  stringOf,
  textParts,
  usageOf,
} from './values';

/** Text, images and files of content that is a string or a list of blocks. */
export function spokenParts(content: unknown, bag: BlobBag): Part[] {
  if (typeof content === 'string') return textParts(content);
  return arrayOf(content).flatMap((block): Part[] => {
    if (typeof block === 'string') return textParts(block);
    if (!isObject(block)) return [];
    if (block.type === 'text') return textParts(block.text);
    if (block.type === 'image') return [imagePart(block, bag)];
    return [opaque(block.type, block)];
  });
}

export function assistantDraft(message: Json, place: string, bag: BlobBag): Draft {
  const content: unknown = message.content;
  const api = stringOf(message.api) ?? stringOf(message.provider) ?? '';
  const parts = (typeof content === 'string' ? [content] : arrayOf(content)).flatMap(
    (block, index): Part[] => {
      if (typeof block === 'string') return textParts(block);
      if (!isObject(block)) return [];
      if (block.type === 'thinking') return reasoning(block, api);
      if (block.type !== 'toolCall') return spokenParts([block], bag);
      const input: unknown = block.arguments ?? null;
      const partial = stringOf(block.partialJson) ?? (typeof input === 'string' ? input : null);
      return [
        {
          type: 'tool-call',
          callId: idOf(block.id) ?? `${place}:${index + 1}`,
          name: stringOf(block.name) ?? 'tool',
          input: typeof input === 'string' ? null : (input as JsonValue),
          ...((input === null || typeof input === 'string') && partial !== null
            ? { inputText: partial }
            : {}),
        },
      ];
    },
  );
  const usage = objectOf(message.usage);
  const error = stringOf(message.errorMessage);
  const meta: JsonObject = {};
  const provider = stringOf(message.provider);
  if (provider !== null) meta.provider = provider;
  if (error !== null) meta.error = error;
  return draft('assistant', parts, {
    model: stringOf(message.model),
    finish: finishOf(message.stopReason),
    usage: usageOf({
      inputTokens: usage.input,
      outputTokens: usage.output,
      reasoningTokens: usage.reasoning,
      cacheReadTokens: usage.cacheRead,
      cacheWriteTokens: usage.cacheWrite,
      costUsd: objectOf(usage.cost).total,
    }),
    meta: Object.keys(meta).length === 0 ? null : meta,
  });
}

/** The proof that comes with reasoning goes back to the provider that gave it, in the form it wants. */
function reasoning(block: Json, api: string): Part[] {
  const text = stringOf(block.thinking) ?? '';
  const signature = stringOf(block.thinkingSignature);
  if (text.trim() === '' && signature === null) return [];
  let provider: JsonObject | null = null;
  if (signature !== null && api.startsWith('anthropic')) {
    provider = { anthropic: block.redacted === true ? { redactedData: signature } : { signature } };
  } else if (signature !== null && api.startsWith('google')) {
    provider = { google: { thoughtSignature: signature } };
  }
  return [{ type: 'reasoning', text, ...(provider === null ? {} : { provider }) }];
}

function finishOf(reason: unknown): Finish | null {
  switch (reason) {
    case 'stop':
    case 'length':
    case 'error':
      return reason;
    case 'toolUse':
      return 'tool-calls';
    case 'aborted':
      return 'stopped';
    default:
      return typeof reason === 'string' && reason !== '' ? 'other' : null;
  }
}

export function resultDraft(message: Json, place: string, bag: BlobBag): Draft {
  const output = spokenParts(message.content, bag).flatMap((part): (TextPart | ImagePart | FilePart)[] => {
    if (part.type === 'text' || part.type === 'image' || part.type === 'file') return [part];
    return part.type === 'opaque' ? textParts(jsonText(part.raw)) : [];
  });
  return draft('tool', [
    {
      type: 'tool-result',
      callId: idOf(message.toolCallId) ?? `${place}:result`,
      name: stringOf(message.toolName) ?? 'tool',
      output,
      ...(message.isError === true ? { isError: true as const } : {}),
    },
  ]);
}

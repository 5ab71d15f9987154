/** Our own lossless JSON, checked field by field before anything of it is believed. */
import { z } from 'zod';
import type { AstwerkDocument } from '../../../shared/export/document';
import type { JsonObject, JsonValue } from '../../../shared/model';
import type { DocumentFormat } from './format';

const id = z.string().min(1).max(200);
const time = z.number();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const json: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => value !== undefined);
const object: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const text = z.object({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(z.object({ title: z.string().nullable(), url: z.string().nullable() })).optional(),
});
const image = z.object({
  type: z.literal('image'),
  blob: hash.nullable(),
  mediaType: z.string(),
  name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  origin: z.string().optional(),
});
const file = z.object({
  type: z.literal('file'),
  blob: hash.nullable(),
  mediaType: z.string(),
  name: z.string(),
  size: z.number().optional(),
  text: z.string().optional(),
  origin: z.string().optional(),
});
const part = z.discriminatedUnion('type', [
  text,
  z.object({ type: z.literal('reasoning'), text: z.string(), provider: object.optional() }),
  image,
  file,
  z.object({
    type: z.literal('tool-call'),
    callId: z.string(),
    name: z.string(),
    input: json,
    inputText: z.string().optional(),
    unanswered: z.literal(true).optional(),
    provider: object.optional(),
  }),
  z.object({
    type: z.literal('tool-result'),
    callId: z.string(),
    name: z.string(),
    output: z.array(z.discriminatedUnion('type', [text, image, file])),
    isError: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('opaque'), kind: z.string(), raw: json }),
]);

const usage = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  costUsd: z.number().optional(),
});

const document = z.object({
  format: z.literal('astwerk'),
  version: z.literal(1),
  conversation: z.object({
    id,
    title: z.string(),
    titleSource: z.enum(['user', 'source', 'auto']),
    messages: z.number(),
    branches: z.number(),
    tip: id.nullable(),
    createdAt: time,
    updatedAt: time,
    source: z.string(),
    archived: z.boolean(),
    model: z.string().nullable(),
    recentTips: z.array(id),
    sourceId: z.string().nullable(),
    forkedFrom: z.object({ conversationId: id, messageId: id }).nullable(),
    meta: object.nullable(),
  }),
  messages: z.array(
    z.object({
      id,
      conversationId: id,
      parentId: id.nullable(),
      role: z.enum(['user', 'assistant', 'tool']),
      parts: z.array(part),
      model: z.string().nullable(),
      createdAt: time,
      usage: usage.nullable(),
      finish: z
        .enum(['stop', 'length', 'tool-calls', 'content-filter', 'stopped', 'error', 'other'])
        .nullable(),
      sourceId: z.string().nullable(),
      meta: object.nullable(),
    }),
  ),
  events: z.array(
    z.object({
      id,
      messageId: id.nullable(),
      kind: z.enum(['system', 'context', 'command', 'compaction', 'summary', 'notice', 'label', 'other']),
      hidden: z.boolean(),
      title: z.string(),
      text: z.string(),
      createdAt: time,
      sourceId: z.string().nullable(),
    }),
  ),
  checkpoints: z.array(z.object({ id, messageId: id, label: z.string(), createdAt: time })),
  trash: z
    .array(
      z.object({
        id,
        conversationId: id,
        messageId: id.nullable(),
        mode: z.enum(['conversation', 'subtree', 'only']),
        deletedAt: time,
      }),
    )
    .optional(),
  blobs: z.record(hash, z.object({ mediaType: z.string(), data: z.string() })),
});

export const astwerk: DocumentFormat = {
  kind: 'documents',
  name: 'astwerk',
  detect: (value) => value.format === 'astwerk' && value.conversation !== undefined,
  hasKeys: (keys) => keys.has('format') && keys.has('conversation') && keys.has('version'),
  read: ({ value }): AstwerkDocument => {
    const version = (value as { version?: unknown }).version;
    if (typeof version === 'number' && version > 1) {
      throw new Error('The file was written by a newer Astwerk, which this one cannot read. Update Astwerk.');
    }
    const parsed = document.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const where = issue ? issue.path.map(String).join('.') : '';
    throw new Error(
      `The file is not a sound Astwerk export: ${where || 'the document'} is not what it should be. Nothing was imported.`,
    );
  },
};

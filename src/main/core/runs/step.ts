/** One call of a model: streamed, and gathered into the parts of one assistant message. */
import { jsonSchema, streamText, tool } from 'ai';
import type {
  Finish,
  JsonObject,
  JsonValue,
  Message,
  Part,
  ToolCallPart,
  Usage,
} from '../../../shared/model';
import { project, type Reader } from '../../../shared/projection';
import { refusesTools } from '../providers/errors';
import type { ResolvedModel } from '../providers/registry';
import { TOOLS } from './tools';
import { toModelMessages } from './wire';

export interface StepEvents {
  delta(index: number, partType: 'text' | 'reasoning', text: string): void;
  part(index: number, part: Part): void;
}

export interface StepResult {
  parts: Part[];
  finish: Finish;
  usage: Usage | null;
}

/** Thrown with what had been said, so that it can be kept. */
export class StepFailed extends Error {
  constructor(
    override readonly cause: unknown,
    readonly parts: Part[],
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const TOOL_SET = Object.fromEntries(
  TOOLS.map((item) => [
    item.name,
    tool({
      description: item.description,
      inputSchema: jsonSchema(item.inputSchema as Parameters<typeof jsonSchema>[0]),
    }),
  ]),
);

/**
 * Calls the model with the projection of a path. Models that take no tools are asked again without.
 * @throws StepFailed
 */
export async function runStep(
  resolved: ResolvedModel,
  path: readonly Message[],
  bytesOf: (hash: string) => Buffer | null,
  events: StepEvents,
  signal: AbortSignal,
): Promise<StepResult> {
  try {
    return await call(resolved, resolved.reader, path, bytesOf, events, signal);
  } catch (error) {
    if (error instanceof StepFailed && error.parts.length === 0 && refusesTools(error.cause))
      return call(resolved, { ...resolved.reader, tools: false }, path, bytesOf, events, signal);
    throw error;
  }
}

async function call(
  resolved: ResolvedModel,
  reader: Reader,
  path: readonly Message[],
  bytesOf: (hash: string) => Buffer | null,
  events: StepEvents,
  signal: AbortSignal,
): Promise<StepResult> {
  const parts: Part[] = [];
  let finish: Finish = 'other';
  let usage: Usage | null = null;
  let failure: { error: unknown } | null = null;
  /** Where each open block of the stream stands among the parts. */
  const open = new Map<string, number>();

  const begin = (key: string, type: 'text' | 'reasoning'): number => {
    const index = parts.push({ type, text: '' }) - 1;
    open.set(key, index);
    return index;
  };
  const add = (key: string, type: 'text' | 'reasoning', text: string): void => {
    const index = open.get(key) ?? begin(key, type);
    const part = parts[index]!;
    if (part.type !== 'text' && part.type !== 'reasoning') return;
    part.text += text;
    events.delta(index, type, text);
  };
  const prove = (key: string, metadata: unknown): void => {
    const index = open.get(key);
    const part = index === undefined ? undefined : parts[index];
    if (part?.type !== 'reasoning' || metadata === undefined) return;
    part.provider = { ...part.provider, ...(metadata as JsonObject) };
  };

  try {
    const result = streamText({
      model: resolved.model,
      messages: toModelMessages(project(path, reader), bytesOf),
      ...(reader.tools ? { tools: TOOL_SET } : {}),
      providerOptions: resolved.options,
      abortSignal: signal,
      maxRetries: 2,
      onError: ({ error }) => {
        failure ??= { error };
      },
    });
    for await (const event of result.fullStream) {
      switch (event.type) {
        case 'text-delta':
          add(`t${event.id}`, 'text', event.text);
          break;
        case 'reasoning-start':
          begin(`r${event.id}`, 'reasoning');
          prove(`r${event.id}`, event.providerMetadata);
          break;
        case 'reasoning-delta':
          add(`r${event.id}`, 'reasoning', event.text);
          prove(`r${event.id}`, event.providerMetadata);
          break;
        case 'reasoning-end':
          prove(`r${event.id}`, event.providerMetadata);
          break;
        case 'tool-call': {
          const input = (event.input ?? null) as JsonValue;
          const part: ToolCallPart = {
            type: 'tool-call',
            callId: event.toolCallId,
            name: event.toolName,
            // Arguments that are no JSON arrive as the text they were.
            ...(typeof input === 'string' ? { input: null, inputText: input } : { input }),
            ...(event.providerMetadata ? { provider: event.providerMetadata as JsonObject } : {}),
          };
          events.part(parts.push(part) - 1, part);
          break;
        }
        case 'finish-step': {
          finish = event.finishReason === 'error' ? 'error' : (FINISHES[event.finishReason] ?? 'other');
          usage = usageOf(event.usage);
          break;
        }
        case 'error':
          failure ??= { error: event.error };
          break;
        case 'abort':
          failure ??= { error: signal.reason ?? new Error('stopped') };
          break;
      }
    }
  } catch (error) {
    failure ??= { error };
  }
  const kept = parts.filter(
    (part) => !('text' in part) || part.text !== '' || (part.type === 'reasoning' && part.provider),
  );
  if (failure) throw new StepFailed(failure.error, kept);
  if (signal.aborted) throw new StepFailed(signal.reason, kept);
  return { parts: kept, finish, usage };
}

const FINISHES: Record<string, Finish> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'content-filter',
};

function usageOf(usage: {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number; cacheWriteTokens?: number };
  outputTokenDetails?: { reasoningTokens?: number };
}): Usage | null {
  const found: Usage = {};
  if (usage.inputTokens !== undefined) found.inputTokens = usage.inputTokens;
  if (usage.outputTokens !== undefined) found.outputTokens = usage.outputTokens;
  if (usage.outputTokenDetails?.reasoningTokens !== undefined)
    found.reasoningTokens = usage.outputTokenDetails.reasoningTokens;
  if (usage.inputTokenDetails?.cacheReadTokens !== undefined)
    found.cacheReadTokens = usage.inputTokenDetails.cacheReadTokens;
  if (usage.inputTokenDetails?.cacheWriteTokens !== undefined)
    found.cacheWriteTokens = usage.inputTokenDetails.cacheWriteTokens;
  return Object.keys(found).length > 0 ? found : null;
}

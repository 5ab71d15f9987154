/**
 * The demo model: built in, offline, deterministic. It answers about the conversation it was sent, and can be
 * told to do what real models do: think, call tools, write code, fail, stall, overflow. Say `demo: help` to it.
 */
import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { PIECES } from './demo-texts';

/** Milliseconds between two pieces of an answer; `ASTWERK_DEMO_DELAY_MS` changes it. */
const DELAY_MS = 12;

interface Answer {
  reasoning?: string;
  text?: string;
  calls?: { name: string; input: unknown }[];
  finish?: 'stop' | 'length' | 'tool-calls';
  /** Fails after the text. */
  failAfter?: APICallError;
  /** Says nothing more after the text until it is stopped. */
  stall?: boolean;
}

/** The model, to be called like any other. */
export function demoModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'demo',
    supportedUrls: {},
    async doGenerate() {
      throw new Error('The demo model streams only.');
    },
    async doStream(options) {
      return { stream: stream(options, answer(options)) };
    },
  };
}

function stream(
  options: LanguageModelV4CallOptions,
  what: Answer,
): ReadableStream<LanguageModelV4StreamPart> {
  const delay = Number(process.env.ASTWERK_DEMO_DELAY_MS ?? DELAY_MS);
  const signal = options.abortSignal;
  const parts = partsOf(options.prompt, what);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = parts.next();
      if (done) {
        if (what.stall) {
          await new Promise<void>((resolve) =>
            signal?.addEventListener('abort', () => resolve(), { once: true }),
          );
        }
        if (signal?.aborted) controller.error(signal.reason);
        else controller.close();
        return;
      }
      if (value.type.endsWith('-delta') && delay > 0)
        await new Promise((resolve) => setTimeout(resolve, delay));
      if (signal?.aborted) controller.error(signal.reason);
      else controller.enqueue(value);
    },
  });
}

function* partsOf(
  prompt: LanguageModelV4Prompt,
  what: Answer,
): Generator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: [] };
  if (what.reasoning !== undefined) {
    yield { type: 'reasoning-start', id: 'r' };
    for (const delta of pieces(what.reasoning)) yield { type: 'reasoning-delta', id: 'r', delta };
    yield { type: 'reasoning-end', id: 'r' };
  }
  if (what.text !== undefined) {
    yield { type: 'text-start', id: 't' };
    for (const delta of pieces(what.text)) yield { type: 'text-delta', id: 't', delta };
    if (what.stall) return;
    yield { type: 'text-end', id: 't' };
  }
  if (what.failAfter) {
    yield { type: 'error', error: what.failAfter };
    return;
  }
  const made = prompt.length;
  for (const [at, call] of (what.calls ?? []).entries()) {
    const toolCallId = `demo_${made}_${at + 1}`;
    yield { type: 'tool-call', toolCallId, toolName: call.name, input: JSON.stringify(call.input) };
  }
  const input = countTokens(JSON.stringify(prompt));
  const output = countTokens(what.text ?? '');
  const reasoning = countTokens(what.reasoning ?? '');
  const unified = what.finish ?? (what.calls ? 'tool-calls' : 'stop');
  yield {
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output + reasoning, text: output, reasoning },
    },
  };
}

/** Words with the white space behind them, as tokens come. */
function pieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** The demo model's own count: a token is four characters. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function textOf(message: LanguageModelV4Prompt[number] | undefined): string {
  if (!message || message.role === 'system') return '';
  return message.content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-result') {
        const { output } = part;
        if (output.type === 'text' || output.type === 'error-text') return output.value;
        if (output.type === 'content')
          return output.value.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
        return '';
      }
      return '';
    })
    .join('\n');
}

function answer(options: LanguageModelV4CallOptions): Answer {
  const { prompt } = options;
  const users = prompt.filter((message) => message.role === 'user');
  const asked = textOf(users.at(-1)).trim();
  const command = /(?:^|\n)demo:\s*([^\n]+)/i.exec(asked)?.[1]?.trim() ?? '';
  const [word = '', ...rest] = command.split(/\s+/);
  const after = prompt.slice(prompt.lastIndexOf(users.at(-1)!) + 1);
  const results = after.filter((message) => message.role === 'tool');
  const limit = /^overflow$/i.test(word) ? Number(rest[0] ?? 1000) : Number.POSITIVE_INFINITY;
  const size = countTokens(JSON.stringify(prompt));
  if (size > limit) throw refusal(400, `prompt is too long: ${size} tokens > ${limit} maximum`);

  switch (word.toLowerCase()) {
    case 'help':
      return { text: PIECES.help };
    case 'markdown':
      return { text: PIECES.markdown };
    case 'code':
      return { text: PIECES.code };
    case 'table':
      return { text: PIECES.table };
    case 'math':
      return { text: PIECES.math };
    case 'mermaid':
      return { text: PIECES.mermaid };
    case 'think':
      return {
        reasoning: `The user wants to see me think. ${seen(prompt)} I shall say so in one sentence.`,
        text: `I thought about it: ${seen(prompt)}`,
      };
    case 'long':
      return { text: long(Math.min(Number(rest[0]) || 50, 20_000)) };
    case 'variant':
      return { text: variant(rest.join(' '), prompt) };
    case 'echo':
      return { text: command.slice(word.length).trim() || '(nothing to echo)' };
    case 'tool': {
      if (results.length > 0) return { text: `The tool said:\n\n${quote(textOf(results.at(-1)))}` };
      const name = rest[0] ?? 'clock';
      return { text: `I call \`${name}\`.`, calls: [{ name, input: jsonOf(rest.slice(1).join(' ')) }] };
    }
    case 'tools': {
      const times = Math.min(Number(rest[0]) || 2, 12);
      if (results.length > 0) return { text: `${times} calls, ${times} results. Done.` };
      return {
        text: `I make ${times} calls at once.`,
        calls: Array.from({ length: times }, (_, at) => ({
          name: 'recall',
          input: { query: `call ${at + 1}` },
        })),
      };
    }
    case 'loop':
      return { text: `Step ${results.length + 1}.`, calls: [{ name: 'clock', input: {} }] };
    case 'fail': {
      const status = Number(rest[0]) || 500;
      const message = rest.slice(1).join(' ') || `The demo model was told to fail with ${status}.`;
      if (rest.includes('late'))
        return { text: 'This answer breaks off in the mid', failAfter: refusal(status, message) };
      throw refusal(status, message);
    }
    case 'stall':
      return { text: 'I say this much and then nothing more…', stall: true };
    case 'cut':
      return { text: 'This answer ends because the limit of tokens was', finish: 'length' };
    case 'overflow':
      return { text: `The request is about ${size} tokens, the limit was ${limit}: it fits.` };
    default:
      return { text: about(asked, prompt) };
  }
}

function refusal(statusCode: number, message: string): APICallError {
  return new APICallError({
    message,
    url: 'demo:',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify({ error: { message } }),
    isRetryable: false,
  });
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return { query: text };
  }
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function counts(prompt: LanguageModelV4Prompt) {
  let images = 0;
  let calls = 0;
  for (const message of prompt) {
    if (message.role === 'system') continue;
    for (const part of message.content) {
      if (part.type === 'file') images++;
      if (part.type === 'tool-call') calls++;
    }
  }
  return {
    prompts: prompt.filter((message) => message.role === 'user').length,
    answers: prompt.filter((message) => message.role === 'assistant').length,
    images,
    calls,
  };
}

function plural(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? '' : 's'}`;
}

function seen(prompt: LanguageModelV4Prompt): string {
  const { prompts, answers, images, calls } = counts(prompt);
  const more = [
    images > 0 ? plural(images, 'image') : '',
    calls > 0 ? plural(calls, 'tool call') : '',
  ].filter(Boolean);
  return `I see ${plural(prompts, 'prompt')} and ${plural(answers, 'answer')}${more.length > 0 ? `, with ${more.join(' and ')}` : ''} on this path.`;
}

/** What it says when it is told nothing in particular: what it was sent. */
function about(asked: string, prompt: LanguageModelV4Prompt): string {
  const first = asked.split('\n').find((line) => line.trim() !== '') ?? '';
  const said = first.length > 160 ? `${first.slice(0, 160)}…` : first;
  const earlier = prompt
    .filter((message) => message.role === 'user')
    .slice(0, -1)
    .slice(-5)
    .map((message) => textOf(message).replace(/\s+/g, ' ').trim().slice(0, 80))
    .filter((line) => line !== '');
  const lines = [`You said: “${said}”`, '', seen(prompt)];
  if (earlier.length > 0)
    lines.push('', 'Before that you said:', '', ...earlier.map((line, at) => `${at + 1}. ${line}`));
  lines.push(
    '',
    'I am the built-in demo model and know nothing else. Say `demo: help` to see what I can show.',
  );
  return lines.join('\n');
}

const ADJECTIVES = ['quiet', 'brisk', 'narrow', 'golden', 'late', 'first', 'broad', 'plain'];
const NOUNS = ['river', 'branch', 'harbour', 'ladder', 'window', 'garden', 'letter', 'road'];

/** Differs by a seed in a few words, so that there is something to compare. */
function variant(seed: string, prompt: LanguageModelV4Prompt): string {
  let hash = prompt.length;
  for (const sign of seed) hash = (hash * 31 + sign.codePointAt(0)!) >>> 0;
  const adjective = ADJECTIVES[hash % ADJECTIVES.length];
  const noun = NOUNS[(hash >>> 3) % NOUNS.length];
  return `Every long talk begins at one place and takes the ${adjective} ${noun} from there. Version “${seed || 'one'}” of this answer differs from its neighbours in a few words only.`;
}

/** About `n` short paragraphs, each different. */
function long(n: number): string {
  return Array.from(
    { length: n },
    (_, at) => `${at + 1}. The ${ADJECTIVES[at % 8]} ${NOUNS[(at * 3) % 8]} is paragraph ${at + 1} of ${n}.`,
  ).join('\n\n');
}

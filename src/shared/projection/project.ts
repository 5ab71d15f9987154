/** From a path to what is sent. Pure: the same path and reader give the same request [P1]. */
import type {
  FilePart,
  ImagePart,
  JsonObject,
  Message,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../model';
import { legalIds, legalName } from './ids';
import type { Reader, SentCall, SentImage, SentMessage, SentResult, SentText } from './types';

type Said = TextPart | ReasoningPart | ImagePart | FilePart;

/** An assistant's words and calls up to the results of those calls. */
interface Step {
  model: string | null;
  said: (Said | ToolCallPart)[];
  results: ToolResultPart[];
}

/** Between two prompts: what the assistant did, step by step. */
type Block = { prompt: Said[] } | Step;

/**
 * The request for a path. Every call is followed at once by its result, no result stands without its call, no
 * text is blank, it begins with a user's message, and roles alternate [P2]. What cannot be sent as it is (a
 * lost image, a result without its call) goes as a line of text that says so.
 */
export function project(
  path: readonly Pick<Message, 'role' | 'parts' | 'model'>[],
  reader: Reader,
): SentMessage[] {
  const id = legalIds();
  const sent: SentMessage[] = [];
  for (const block of blocksOf(path)) {
    if ('prompt' in block)
      addUser(
        sent,
        block.prompt.flatMap((part) => userParts(part, reader)),
      );
    else addStep(sent, block, reader, id);
  }
  if (sent[0] && sent[0].role !== 'user') {
    sent.unshift({
      role: 'user',
      parts: [{ type: 'text', text: '(The conversation begins with the answer.)' }],
    });
  }
  return sent;
}

function blocksOf(path: readonly Pick<Message, 'role' | 'parts' | 'model'>[]): Block[] {
  const blocks: Block[] = [];
  let step: Step | null = null;
  const begin = (model: string | null): Step => {
    const fresh: Step = { model, said: [], results: [] };
    blocks.push(fresh);
    return fresh;
  };
  for (const message of path) {
    if (message.role === 'user') step = null;
    else if (message.role === 'assistant') step = begin(message.model);
    for (const part of message.parts) {
      if (part.type === 'opaque') continue;
      if (part.type === 'tool-result') {
        // A result before any assistant's message has no call; the step that is made for it says so.
        step ??= begin(null);
        step.results.push(part);
      } else if (message.role === 'user' && part.type !== 'tool-call') {
        const last = blocks.at(-1);
        if (last && 'prompt' in last) last.prompt.push(part);
        else blocks.push({ prompt: [part] });
      } else {
        // Words after results, within one message of the source, begin the next step.
        if (step === null || step.results.length > 0) step = begin(message.model);
        step.said.push(part);
      }
    }
  }
  return blocks;
}

function addUser(sent: SentMessage[], parts: (SentText | SentImage)[]): void {
  if (parts.length === 0) return;
  const last = sent.at(-1);
  if (last?.role === 'user') last.parts.push(...parts);
  else sent.push({ role: 'user', parts: [...parts] });
}

function addStep(sent: SentMessage[], step: Step, reader: Reader, id: (id: string) => string): void {
  const results = new Map<string, ToolResultPart>();
  for (const result of step.results) if (!results.has(result.callId)) results.set(result.callId, result);
  const answers: SentResult[] = [];
  const parts: Extract<SentMessage, { role: 'assistant' }>['parts'] = [];
  const calls: SentCall[] = [];
  const pictures: (SentText | SentImage)[] = [];
  for (const part of step.said) {
    if (part.type === 'tool-call') {
      const result = results.get(part.callId);
      results.delete(part.callId);
      if (!reader.tools) {
        parts.push({
          type: 'text',
          text: well(`[Called ${part.name} with ${part.inputText ?? JSON.stringify(part.input)}]`),
        });
        const output = result ? outputOf(result, reader) : [{ type: 'text' as const, text: NO_RESULT }];
        pictures.push({ type: 'text', text: `[Result of ${well(part.name)}]` }, ...output);
        continue;
      }
      const call: SentCall = {
        type: 'tool-call',
        callId: id(part.callId),
        name: legalName(part.name),
        input: inputOf(part),
        ...(part.provider && step.model === reader.model ? { provider: part.provider } : {}),
      };
      calls.push(call);
      answers.push({
        callId: call.callId,
        name: call.name,
        output: result ? outputOf(result, reader) : [{ type: 'text', text: NO_RESULT }],
        isError: result ? result.isError === true : true,
      });
    } else if (part.type === 'reasoning') {
      // Only the model that thought it takes it back, and only whole, with what proves it.
      if (part.provider && step.model === reader.model && reader.tools) {
        parts.push({ type: 'reasoning', text: well(part.text), provider: part.provider });
      }
    } else {
      for (const item of userParts(part, reader)) {
        if (item.type === 'text') parts.push(item);
        // An assistant's message carries no images: they follow as the user's.
        else pictures.push({ type: 'text', text: '[An image that the assistant made]' }, item);
      }
    }
  }
  // Calls stand last: providers want their results right behind them.
  const said = [...parts, ...calls];
  const words = said.some((part) => part.type !== 'reasoning');
  if (words) {
    const last = sent.at(-1);
    if (last?.role === 'assistant') last.parts.push(...said);
    else sent.push({ role: 'assistant', parts: said });
    if (answers.length > 0) sent.push({ role: 'tool', results: answers });
  }
  addUser(sent, pictures);
  for (const orphan of results.values()) {
    addUser(sent, [
      {
        type: 'text',
        text: `[A result of ${well(orphan.name)}, whose call is not part of this conversation]`,
      },
      ...outputOf(orphan, reader),
    ]);
  }
}

const NO_RESULT = '(No result was recorded.)';

function userParts(part: Said, reader: Reader): (SentText | SentImage)[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ type: 'text', text: well(part.text) }];
    case 'image':
      return [imageOf(part, reader)];
    case 'file':
      return [fileOf(part)];
    case 'reasoning':
      return [];
  }
}

function imageOf(part: ImagePart, reader: Reader): SentText | SentImage {
  if (part.blob !== null && reader.vision)
    return { type: 'image', blob: part.blob, mediaType: part.mediaType };
  const name = part.name ? ` “${well(part.name)}”` : '';
  return {
    type: 'text',
    text:
      part.blob === null
        ? `[An image${name} that is not here any more]`
        : `[An image${name}; this model takes none]`,
  };
}

function fileOf(part: FilePart): SentText {
  const name = well(part.name);
  if (part.text === undefined)
    return { type: 'text', text: `[A file “${name}”, ${part.mediaType}; its content is not text]` };
  return { type: 'text', text: `<file name=${JSON.stringify(name)}>\n${well(part.text)}\n</file>` };
}

function outputOf(result: ToolResultPart, reader: Reader): (SentText | SentImage)[] {
  const output = result.output.flatMap((part) => userParts(part, reader));
  return output.length > 0 ? output : [{ type: 'text', text: '(The result is empty.)' }];
}

function inputOf(part: ToolCallPart): JsonObject {
  if (part.inputText !== undefined) return { input: well(part.inputText) };
  const input = part.input;
  if (input === null) return {};
  return wellJson(typeof input === 'object' && !Array.isArray(input) ? input : { input }) as JsonObject;
}

/** Without lone halves of surrogate pairs, which providers refuse. */
function well(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

function wellJson(value: unknown): unknown {
  // The text form shows a lone half as an escape: replaced there, without a walk that could run deep.
  return JSON.parse(
    JSON.stringify(value).replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
      found === '\\\\' ? found : '\\ufffd',
    ),
  );
}

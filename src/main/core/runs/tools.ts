/** The tools every model has. They read; none changes anything. */
import type { JsonObject, Message, ToolCallPart, ToolResultPart } from '../../../shared/model';
import { searchText } from '../../../shared/tree';

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: JsonObject;
  run(input: JsonObject, context: ToolContext): string;
}

export interface ToolContext {
  /** The whole path, also what the request left out. */
  path: readonly Message[];
  now: () => Date;
}

/** Places told of in one `recall`. */
const RECALL_PLACES = 8;
/** Characters around a place. */
const RECALL_AROUND = 400;

export const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'recall',
    description:
      'Searches the full text of this conversation, including parts that were shortened or left out of what you see. Returns the places where the words of the query stand.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words to look for.' } },
      required: ['query'],
      additionalProperties: false,
    },
    run: ({ query }, { path }) => recall(typeof query === 'string' ? query : '', path),
  },
  {
    name: 'clock',
    description: 'Returns the current date, time and time zone of the machine the user sits at.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    run: (_, { now }) => {
      const date = now();
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return `${date.toISOString()} (time zone ${zone}; ${date.toLocaleString('en-GB', { weekday: 'long' })})`;
    },
  },
];

function recall(query: string, path: readonly Message[]): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 'The query is empty. Give words to look for.';
  const places: string[] = [];
  path.forEach((message, index) => {
    if (places.length >= RECALL_PLACES) return;
    const text = searchText(message);
    const low = text.toLowerCase();
    if (!words.every((word) => low.includes(word))) return;
    const at = low.indexOf(words[0]!);
    const from = Math.max(0, at - RECALL_AROUND / 2);
    const to = Math.min(text.length, at + RECALL_AROUND);
    places.push(
      `[message ${index + 1} of ${path.length}, ${message.role}] ${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    );
  });
  return places.length === 0 ? `Nothing on this path holds: ${words.join(' ')}` : places.join('\n\n');
}

/** Runs a call; whatever goes wrong becomes a result that the model can read. */
export function runTool(call: ToolCallPart, context: ToolContext): ToolResultPart {
  const result = (text: string, isError?: true): ToolResultPart => ({
    type: 'tool-result',
    callId: call.callId,
    name: call.name,
    output: [{ type: 'text', text }],
    ...(isError ? { isError } : {}),
  });
  const tool = TOOLS.find((item) => item.name === call.name);
  if (!tool)
    return result(
      `There is no tool “${call.name}”. There are: ${TOOLS.map((item) => item.name).join(', ')}.`,
      true,
    );
  if (
    call.inputText !== undefined ||
    typeof call.input !== 'object' ||
    call.input === null ||
    Array.isArray(call.input)
  )
    return result('The input of the call is not a JSON object.', true);
  try {
    return result(tool.run(call.input, context));
  } catch (error) {
    return result(error instanceof Error ? error.message : String(error), true);
  }
}

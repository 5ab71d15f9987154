/**
 * From lines to messages. Claude Code writes one answer as several lines and hangs results beside them, so that
 * its links look like forks: here lines of one answer become one message, and its results follow it in a row.
 */
import type { Finish, JsonObject, Part, ToolResultPart } from '../../../shared/model';
import { type AssemblyNode, type Draft, type DraftEvent, draft } from './assemble';
import { type Line, type Said, saidBy } from './claude-code-lines';
import { childrenOf, type Linked, preorder } from './link';
import type { BlobBag } from './media';
import { canonical, idOf, objectOf, stringOf, usageOf } from './values';

/** An answer: its lines, and what belongs to its turn. */
interface Answer {
  lines: number[];
  /** Place in the walk from the roots, to know what stands above what. */
  rank: number;
  key: string | null;
  calls: Map<string, string>;
  /** Results by call id, to tell the same again. */
  results: Map<string, string>;
  /** Steps of the turn after the answer: results in the order of the file, then words that came with them. */
  resultSteps: Step[];
  wordSteps: Step[];
}

/** One message to be. */
interface Step {
  id: string;
  line: number;
  message: Draft;
}

export interface Placed {
  nodes: AssemblyNode[];
  parents: (number | null)[];
  /** For each line: the node that stands for it, or for what it hangs on. */
  nodeOf: (number | null)[];
}

/** Puts the lines of one thread into the order of speech. */
export function placeLines({ nodes: lines, parents }: Linked<Line>, bag: BlobBag): Placed {
  const said = lines.map((line) => saidBy(line, bag));
  const { roots, children } = childrenOf(parents);
  const order = preorder(roots, children);

  const answers = answersOf(lines, parents, said, order);
  const answerOf: (Answer | null)[] = lines.map(() => null);
  for (const answer of answers.all) for (const index of answer.lines) answerOf[index] = answer;

  // Results go to the answer that called; what has none stands where it is.
  const alone: (Step[] | null)[] = lines.map(() => null);
  const callers = callersOf(answers.all);
  const rank: number[] = lines.map(() => 0);
  order.forEach((index, place) => {
    rank[index] = place;
  });
  lines.forEach((line, index) => {
    if (answerOf[index] !== null) return;
    const { results, parts } = said[index]!;
    if (results.length === 0) {
      if (parts.length > 0) alone[index] = [{ id: line.id, line: index, message: speech(line, parts) }];
      return;
    }
    const near = parents[index] === null ? null : answers.above[parents[index]!]!;
    const owner = ownerOf(said[index]!, near, callers, rank[index]!);
    const step = resultStep(line, index, said[index]!, owner);
    const words =
      parts.length === 0 ? null : { id: `${line.id}#text`, line: index, message: speech(line, parts) };
    if (owner) {
      if (step) owner.resultSteps.push(step);
      if (words) owner.wordSteps.push(words);
      answerOf[index] = owner;
    } else alone[index] = [step, words].filter((item) => item !== null);
  });
  return lay(lines, parents, said, answerOf, alone, order);
}

function speech(line: Line, parts: Part[]): Draft {
  return draft(line.record.type === 'assistant' ? 'assistant' : 'user', parts);
}

/** Unites lines that carry one API message. `above`: the answer in whose turn a line stands. */
function answersOf(
  lines: readonly Line[],
  parents: readonly (number | null)[],
  said: readonly Said[],
  order: readonly number[],
): { all: Answer[]; above: (Answer | null)[] } {
  const all: Answer[] = [];
  const above: (Answer | null)[] = lines.map(() => null);
  order.forEach((index, rank) => {
    const line = lines[index]!;
    const parent = parents[index]!;
    const before = parent === null ? null : above[parent]!;
    const { parts, results } = said[index]!;
    if (line.record.type === 'assistant' && parts.length > 0) {
      const key = keyOf(line);
      let answer = before;
      if (answer === null || key === null || answer.key !== key) {
        answer = {
          lines: [],
          rank,
          key,
          calls: new Map(),
          results: new Map(),
          resultSteps: [],
          wordSteps: [],
        };
        all.push(answer);
      }
      answer.lines.push(index);
      for (const part of parts) if (part.type === 'tool-call') answer.calls.set(part.callId, part.name);
      above[index] = answer;
    } else above[index] = parts.length > 0 && results.length === 0 ? null : before;
  });
  for (const answer of all) answer.lines.sort((a, b) => a - b);
  return { all, above };
}

/** What lines of one API message have in common. */
function keyOf(line: Line): string | null {
  const id = stringOf(objectOf(line.record.message).id);
  return id === null ? null : `${id}\n${stringOf(line.record.requestId) ?? ''}`;
}

function callersOf(answers: readonly Answer[]): Map<string, Answer[]> {
  const callers = new Map<string, Answer[]>();
  for (const answer of answers) {
    for (const callId of answer.calls.keys()) {
      const list = callers.get(callId);
      if (list) list.push(answer);
      else callers.set(callId, [answer]);
    }
  }
  return callers;
}

/** The answer whose calls a line answers: the one it stands under, else the last before it. */
function ownerOf(
  said: Said,
  near: Answer | null,
  callers: ReadonlyMap<string, readonly Answer[]>,
  rank: number,
): Answer | null {
  for (const { callId } of said.results) {
    if (callId === null) {
      if (near && [...near.calls.keys()].some((id) => !near.results.has(id))) return near;
      continue;
    }
    if (near?.calls.has(callId)) return near;
    const found = callers.get(callId)?.findLast((answer) => answer.rank < rank);
    if (found) return found;
  }
  return null;
}

/** The tool message of a line; null when all of it is known already. */
function resultStep(line: Line, index: number, said: Said, owner: Answer | null): Step | null {
  const parts: ToolResultPart[] = [];
  said.results.forEach(({ callId, part }, n) => {
    let id = callId;
    if (id === null && owner) id = [...owner.calls.keys()].find((call) => !owner.results.has(call)) ?? null;
    id ??= `${line.id}:${n + 1}`;
    const result: ToolResultPart = { ...part, callId: id, name: owner?.calls.get(id) ?? part.name };
    if (owner?.calls.has(id)) {
      const content = canonical([part.output, part.isError ?? false]);
      if (owner.results.get(id) === content) return;
      if (!owner.results.has(id)) owner.results.set(id, content);
    }
    parts.push(result);
  });
  return parts.length === 0 ? null : { id: line.id, line: index, message: draft('tool', parts) };
}

/** Makes nodes: answers with their turns, what stands alone, and what was recorded beside. */
function lay(
  lines: readonly Line[],
  parents: readonly (number | null)[],
  said: readonly Said[],
  answerOf: readonly (Answer | null)[],
  alone: readonly (Step[] | null)[],
  order: readonly number[],
): Placed {
  interface Made extends AssemblyNode {
    line: number;
    parent: Made | null;
  }
  const made: Made[] = [];
  const make = (
    id: string,
    line: number,
    message: Draft | null,
    events: readonly DraftEvent[],
    parent: Made | null,
  ): Made => {
    const node: Made = { id, time: lines[line]!.time, message, events, line, parent };
    made.push(node);
    return node;
  };
  /** The node of a line itself, and the one that what follows the line hangs on. */
  const own: (Made | null)[] = lines.map(() => null);
  const exit: (Made | null)[] = lines.map(() => null);
  const ends = new Map<Answer, { first: Made; end: Made; steps: Map<Step, Made> }>();
  for (const index of order) {
    const line = lines[index]!;
    const parent = parents[index]!;
    const above = parent === null ? null : exit[parent]!;
    const answer = answerOf[index]!;
    const events = said[index]!.events;
    if (answer) {
      let turn = ends.get(answer);
      if (!turn) {
        const first = make(
          lines[answer.lines[0]!]!.id,
          answer.lines[0]!,
          united(answer, lines, said),
          [],
          above,
        );
        const steps = new Map<Step, Made>();
        let end = first;
        for (const step of [...answer.resultSteps, ...answer.wordSteps]) {
          end = make(step.id, step.line, step.message, [], end);
          steps.set(step, end);
        }
        turn = { first, end, steps };
        ends.set(answer, turn);
      }
      const step = [...answer.wordSteps, ...answer.resultSteps].find((item) => item.line === index);
      own[index] = (step && turn.steps.get(step)) ?? turn.first;
      exit[index] = turn.end;
    } else {
      let at = above;
      for (const step of alone[index] ?? []) at = make(step.id, index, step.message, [], at);
      own[index] = at ?? null;
      exit[index] = at;
    }
    if (events.length > 0) {
      // Beside the message that the line itself hangs on, not behind the whole turn.
      const beside = parent === null ? null : own[parent]!;
      make(line.id, index, null, events, beside);
    }
  }
  // Siblings stand in the order of the file; what was recorded beside a message stands before it.
  const sorted = made
    .map((node, n) => ({ node, n }))
    .sort(
      (a, b) =>
        a.node.line - b.node.line ||
        Number(a.node.message !== null) - Number(b.node.message !== null) ||
        a.n - b.n,
    );
  const place = new Map(sorted.map(({ node }, index) => [node, index]));
  const nodes = sorted.map(({ node }) => node);
  return {
    nodes,
    parents: nodes.map((node) => (node.parent === null ? null : place.get(node.parent)!)),
    nodeOf: own.map((node) => (node === null ? null : place.get(node)!)),
  };
}

/** The message that the lines of an answer make: each block once, the usage that was counted last. */
function united(answer: Answer, lines: readonly Line[], said: readonly Said[]): Draft {
  const parts: Part[] = [];
  const seen = new Set<string>();
  for (const index of answer.lines) {
    for (const part of said[index]!.parts) {
      const key = canonical(part);
      if (answer.lines.length > 1 && seen.has(key)) continue;
      seen.add(key);
      parts.push(part);
    }
  }
  const messages = answer.lines.map((index) => objectOf(lines[index]!.record.message));
  const last = messages.at(-1)!;
  const usage = objectOf(last.usage);
  const finish = finishOf(
    messages.findLast((message) => typeof message.stop_reason === 'string')?.stop_reason,
  );
  const meta: JsonObject = {};
  const requestId = idOf(lines[answer.lines[0]!]!.record.requestId);
  if (requestId !== null) meta.requestId = requestId;
  return draft('assistant', parts, {
    model: stringOf(messages[0]!.model),
    finish,
    usage: usageOf({
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      cacheReadTokens: usage.cache_read_input_tokens,
      cacheWriteTokens: usage.cache_creation_input_tokens,
    }),
    meta: Object.keys(meta).length === 0 ? null : meta,
  });
}

function finishOf(reason: unknown): Finish | null {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'max_tokens':
      return 'length';
    case 'tool_use':
      return 'tool-calls';
    case 'refusal':
      return 'content-filter';
    default:
      return typeof reason === 'string' && reason !== '' ? 'other' : null;
  }
}

/** What the screen sees of runs: live state beside the transcript, never part of it. */
import type { Message, Part, Usage } from '../model';

/**
 * `stopped`, `error`, `interrupted` (the process ended): the partial answer is kept beside the
 * transcript until it is kept, retried or discarded.
 */
export type RunStatus = 'streaming' | 'tools' | 'stopped' | 'error' | 'interrupted';

export interface RunError {
  /** One sentence for people: what, where, what to do. */
  message: string;
  kind:
    | 'auth'
    | 'rate-limit'
    | 'overflow'
    | 'payload-too-large'
    | 'network'
    | 'provider'
    | 'refused'
    | 'internal';
  /** HTTP status, where there was one. */
  status?: number;
  /** What the provider said, word for word, shortened to 2,000 characters. Never holds a key. */
  detail?: string;
}

export interface RunState {
  id: string;
  conversationId: string;
  /** The message that the answer under way will follow. */
  parentId: string;
  status: RunStatus;
  model: string;
  /** The answer so far. */
  parts: Part[];
  usage: Usage | null;
  error: RunError | null;
  startedAt: number;
}

export interface QueuedPrompt {
  id: string;
  conversationId: string;
  parts: Part[];
  model: string | null;
  createdAt: number;
}

/** First event of a watch is always a `snapshot`; deltas follow in order. */
export type RunEvent =
  | { type: 'snapshot'; runs: RunState[]; queue: QueuedPrompt[] }
  | { type: 'run'; run: RunState }
  /** Text appended to part `index` of the answer; a new part of that type is begun when `index` equals the number of parts. */
  | { type: 'delta'; runId: string; index: number; partType: 'text' | 'reasoning'; text: string }
  | { type: 'part'; runId: string; index: number; part: Part }
  /** A whole turn was committed; the run goes on from its last message or is over. */
  | { type: 'committed'; runId: string; messages: Message[]; tip: string | null }
  | { type: 'ended'; runId: string; status: 'done' | RunStatus }
  | { type: 'queue'; queue: QueuedPrompt[] };

/** From linked nodes to an imported tree: what is not shown is taken out, times are filled in, calls paired. */
import type { EventKind, ToolCallPart } from '../../../shared/model';
import { childrenOf, preorder } from './link';
import type { ImportedEvent, ImportedMessage } from './types';

/** What a node says, without its place in the tree. */
export type Draft = Omit<ImportedMessage, 'sourceId' | 'parentSourceId' | 'createdAt'>;

export interface DraftEvent {
  kind: EventKind;
  hidden: boolean;
  title: string;
  text: string;
}

export interface AssemblyNode {
  id: string;
  /** Null: the time of its parent. */
  time: number | null;
  /** Null: not shown by the source as speech; what follows it hangs on its nearest shown ancestor. */
  message: Draft | null;
  events: readonly DraftEvent[];
}

export interface Assembled {
  messages: ImportedMessage[];
  events: ImportedEvent[];
  /** The shown message that a node stands for: itself or its nearest shown ancestor. */
  shown: (string | null)[];
  /** Source id of the newest leaf: latest time, of equal ones the last in the source. Null: no message. */
  newestLeaf(timeOf?: (index: number) => number | null): string | null;
}

/** The usual fields of a message that says `parts`. */
export function draft(role: Draft['role'], parts: Draft['parts'], more: Partial<Draft> = {}): Draft {
  return { role, parts, model: null, usage: null, finish: null, meta: null, ...more };
}

/**
 * @param options.startedAt time of nodes that have none and no ancestor that has one
 * @param options.siblings sorts the children of a node where the source states their order
 */
export function assemble(
  nodes: readonly AssemblyNode[],
  parents: readonly (number | null)[],
  options: {
    startedAt: number | null;
    siblings?: (parent: number | null, children: number[]) => number[];
  },
): Assembled {
  const { roots, children } = childrenOf(parents);
  const sort = options.siblings;
  const order = sort
    ? preorder(
        sort(null, roots),
        children.map((below, index) => (below.length > 1 ? sort(index, below) : below)),
      )
    : preorder(roots, children);
  const startedAt = options.startedAt ?? nodes.find((node) => node.time !== null)?.time ?? 0;

  const shown: (string | null)[] = nodes.map(() => null);
  const times: number[] = nodes.map(() => startedAt);
  const places = new Map<string, number>();
  const messages: ImportedMessage[] = [];
  const events: ImportedEvent[] = [];
  for (const index of order) {
    const node = nodes[index]!;
    const parent = parents[index]!;
    const above = parent === null ? null : shown[parent]!;
    const createdAt = node.time ?? (parent === null ? startedAt : times[parent]!);
    times[index] = createdAt;
    shown[index] = node.message ? node.id : above;
    if (node.message) {
      places.set(node.id, index);
      messages.push({ ...node.message, sourceId: node.id, parentSourceId: above, createdAt });
    }
    node.events.forEach((event, n) => {
      const sourceId = n === 0 ? node.id : `${node.id}#event${n + 1}`;
      events.push({ sourceId, afterSourceId: shown[index]!, ...event, createdAt });
    });
  }
  pairCalls(messages);
  return {
    messages,
    events,
    shown,
    newestLeaf(timeOf = () => null) {
      const inner = new Set(messages.map((message) => message.parentSourceId));
      let best: string | null = null;
      let bestTime = Number.NEGATIVE_INFINITY;
      let bestPlace = -1;
      for (const message of messages) {
        if (inner.has(message.sourceId)) continue;
        const place = places.get(message.sourceId)!;
        const time = timeOf(place) ?? message.createdAt;
        if (time > bestTime || (time === bestTime && place > bestPlace)) {
          best = message.sourceId;
          bestTime = time;
          bestPlace = place;
        }
      }
      return best;
    },
  };
}

/** Marks calls that no result answers anywhere, and results that answer no call. */
function pairCalls(messages: readonly ImportedMessage[]): void {
  const calls = new Set<string>();
  const results = new Set<string>();
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-call') calls.add(part.callId);
      else if (part.type === 'tool-result') results.add(part.callId);
    }
  }
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-call' && !results.has(part.callId)) (part as ToolCallPart).unanswered = true;
      else if (part.type === 'tool-result' && !calls.has(part.callId)) {
        message.meta = { ...message.meta, orphan: true };
      }
    }
  }
}

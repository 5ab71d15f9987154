/** From the nodes of a source to a sound tree: links mended, what is not shown taken out, times filled in. */
import type { EventKind, ToolCallPart } from '../../../shared/model';
import type { SkippedItem } from '../../../shared/rpc/imports';
import { buildTree, childrenOf, type Tree } from '../../../shared/tree';
import type { ImportedCheckpoint, ImportedEvent, ImportedMessage } from './types';

/** Where in the file a node stands. */
export type Place = Pick<SkippedItem, 'line' | 'at'>;

export interface RawNode {
  id: string;
  parentId: string | null;
  place: Place;
  /** Null: takes its parent's. */
  createdAt: number | null;
  /** Null: not shown by the source as speech; its children hang on its nearest shown ancestor. */
  message: Omit<ImportedMessage, 'sourceId' | 'parentSourceId' | 'createdAt'> | null;
  /** What is told of it instead, or beside. */
  event?: { kind: EventKind; hidden: boolean; title: string; text: string };
  /** Sets a checkpoint on its nearest shown ancestor. */
  label?: string;
}

export interface Assembled {
  messages: ImportedMessage[];
  events: ImportedEvent[];
  checkpoints: ImportedCheckpoint[];
  /** The shown message that a node stands for: itself or its nearest shown ancestor. */
  shown(id: string): string | null;
  /** Source id of the newest leaf: latest time, of equal ones the last in the source. */
  newestLeaf(): string | null;
}

/**
 * @param options.orphans where a node goes whose parent is missing: to the node before it, or to a root of its own
 * @param options.startedAt time of nodes that have none and no ancestor with one
 * @param options.siblings order of children where the source states one
 */
export function assemble(
  raw: readonly RawNode[],
  skipped: SkippedItem[],
  options: {
    orphans: 'previous' | 'root';
    startedAt: number;
    siblings?: ReadonlyMap<string, readonly string[]>;
  },
): Assembled {
  const nodes = distinct(raw, skipped);
  const known = new Map(nodes.map((node) => [node.id, node]));
  let previous: string | null = null;
  const links = nodes.map((node) => {
    let parentId = node.parentId;
    if (parentId !== null && !known.has(parentId)) {
      parentId = options.orphans === 'previous' ? previous : null;
      skipped.push({
        ...node.place,
        reason: `The message before this one (${node.parentId}) is missing; it was attached ${parentId === null ? 'as a beginning of its own' : 'to the one recorded before it'}.`,
      });
    }
    previous = node.id;
    return { id: node.id, parentId };
  });
  const tree = buildTree(links);
  for (const link of links) {
    if (link.parentId !== null && tree.parents.get(link.id) === null)
      skipped.push({ ...known.get(link.id)!.place, reason: 'The links of the messages run in a circle; it was cut here.' });
  }
  const order = options.siblings ? ordered(tree, options.siblings) : tree.order;

  const shownOf = new Map<string, string | null>();
  const timeOf = new Map<string, number>();
  const messages: ImportedMessage[] = [];
  const events: ImportedEvent[] = [];
  const checkpoints: ImportedCheckpoint[] = [];
  for (const id of order) {
    const node = known.get(id)!;
    const parent = tree.parents.get(id) ?? null;
    const above = parent === null ? null : (shownOf.get(parent) ?? null);
    const createdAt = node.createdAt ?? (parent === null ? options.startedAt : timeOf.get(parent)!);
    timeOf.set(id, createdAt);
    shownOf.set(id, node.message ? id : above);
    if (node.message) messages.push({ ...node.message, sourceId: id, parentSourceId: above, createdAt });
    if (node.event)
      events.push({ sourceId: id, afterSourceId: node.message ? id : above, ...node.event, createdAt });
    const at = shownOf.get(id);
    if (node.label !== undefined && at) checkpoints.push({ sourceId: id, messageSourceId: at, label: node.label, createdAt });
  }
  markUnanswered(messages);
  return {
    messages,
    events,
    checkpoints,
    shown: (id) => shownOf.get(id) ?? null,
    newestLeaf() {
      const place = new Map(nodes.map((node, index) => [node.id, index]));
      const parents = new Set(messages.map((message) => message.parentSourceId));
      let best: ImportedMessage | null = null;
      for (const message of messages) {
        if (parents.has(message.sourceId)) continue;
        if (
          best === null ||
          message.createdAt > best.createdAt ||
          (message.createdAt === best.createdAt && place.get(message.sourceId)! > place.get(best.sourceId)!)
        )
          best = message;
      }
      return best?.sourceId ?? null;
    },
  };
}

/** One node per id: the same again is dropped, another under a known id gets an id of its own. */
function distinct(raw: readonly RawNode[], skipped: SkippedItem[]): RawNode[] {
  const seen = new Map<string, string>();
  const nodes: RawNode[] = [];
  for (const node of raw) {
    const payload = JSON.stringify([node.message, node.event, node.label]);
    const known = seen.get(node.id);
    if (known === undefined) {
      seen.set(node.id, payload);
      nodes.push(node);
    } else if (known !== payload) {
      let id = `${node.id}#2`;
      for (let n = 3; seen.has(id); n++) id = `${node.id}#${n}`;
      seen.set(id, payload);
      nodes.push({ ...node, id });
      skipped.push({ ...node.place, reason: `The id ${node.id} is used twice for different messages; both were kept.` });
    } else skipped.push({ ...node.place, reason: `The message ${node.id} is recorded twice; it was kept once.` });
  }
  return nodes;
}

/** Preorder with children in the order that the source states; those it does not name come after. */
function ordered(tree: Tree<{ id: string; parentId: string | null }>, siblings: ReadonlyMap<string, readonly string[]>): string[] {
  const order: string[] = [];
  const stack = [...tree.roots].reverse();
  while (stack.length > 0) {
    const id = stack.pop()!;
    order.push(id);
    const kids = childrenOf(tree, id);
    const stated = siblings.get(id);
    const rank = stated && kids.length > 1 ? new Map(stated.map((kid, index) => [kid, index])) : null;
    const sorted = rank ? [...kids].sort((a, b) => (rank.get(a) ?? 1e9) - (rank.get(b) ?? 1e9)) : kids;
    for (let i = sorted.length - 1; i >= 0; i--) stack.push(sorted[i]!);
  }
  return order;
}

/** Calls to which some way down the tree brings no result: they keep no turn open. */
function markUnanswered(messages: readonly ImportedMessage[]): void {
  const children = new Map<string, ImportedMessage[]>();
  for (const message of messages) {
    if (message.parentSourceId === null) continue;
    const list = children.get(message.parentSourceId);
    if (list) list.push(message);
    else children.set(message.parentSourceId, [message]);
  }
  const answers = (message: ImportedMessage, callId: string): boolean =>
    message.parts.some((part) => part.type === 'tool-result' && part.callId === callId);
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type !== 'tool-call' || answers(message, part.callId)) continue;
      const stack = [...(children.get(message.sourceId) ?? [])];
      let open = stack.length === 0;
      while (stack.length > 0 && !open) {
        const next = stack.pop()!;
        if (answers(next, part.callId)) continue;
        const below = children.get(next.sourceId);
        // A prompt, too, ends the wait: no result comes after one.
        if (!below || next.role === 'user') open = true;
        else stack.push(...below);
      }
      if (open) (part as ToolCallPart).unanswered = true;
    }
  }
}

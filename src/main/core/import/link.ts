/** Parent links of a source, mended: whatever they say, what comes out is a forest that holds every node. */
import type { SkippedItem } from '../../../shared/rpc/imports';
import type { Place } from './types';

export interface Linkable {
  id: string;
  /** Null: a root. Undefined: the source has no links here, so it follows the node before it. */
  parent: string | null | undefined;
  place: Place;
  /** What tells two nodes of one id apart. */
  payload(): string;
}

export interface LinkOptions<N> {
  /** Where a node goes whose parent is not there. */
  missing: 'previous' | 'root';
  note: (item: SkippedItem) => void;
  /** The node that another one follows where it names none; by default the one before it. */
  previous?: (index: number, nodes: readonly N[]) => number | null;
  /** Another way to find a parent, where no node has its id. Undefined: there is none. */
  elsewhere?: (parent: string, node: N) => string | null | undefined;
}

export interface Linked<N> {
  /** The nodes in the order of the source, ids unique. */
  nodes: N[];
  /** Index of each node's parent; null: a root. */
  parents: (number | null)[];
}

/**
 * Of nodes with one id and the same payload one is kept; of different ones each, under an id of its own. A
 * reference to such an id means the last of them that stands before it. Circles are cut above their first node.
 */
export function link<N extends Linkable>(raw: readonly N[], options: LinkOptions<N>): Linked<N> {
  const { nodes, asked } = distinct(raw, options.note);
  const places = new Map<string, number[]>();
  asked.forEach((id, index) => {
    const list = places.get(id);
    if (list) list.push(index);
    else places.set(id, [index]);
  });
  const find = (id: string, from: number): number | null => {
    const list = places.get(id);
    if (!list) return null;
    let found: number | null = null;
    for (const at of list) {
      if (at === from) continue;
      if (at < from) found = at;
      else return found ?? at;
    }
    return found;
  };
  const before = options.previous ?? ((index: number) => (index > 0 ? index - 1 : null));
  const parents: (number | null)[] = nodes.map((node, index) => {
    if (node.parent === null) return null;
    if (node.parent === undefined) return before(index, nodes);
    let parent: string | null | undefined = node.parent;
    if (!places.has(parent)) parent = options.elsewhere?.(parent, node);
    if (parent === null) return null;
    const found = parent === undefined ? null : find(parent, index);
    if (found !== null) return found;
    const instead = options.missing === 'previous' ? before(index, nodes) : null;
    options.note({
      ...node.place,
      reason: `The message before this one (${node.parent.slice(0, 80)}) is missing; this one was put ${
        instead === null ? 'at a beginning of its own' : 'behind the one recorded before it'
      }.`,
    });
    return instead;
  });
  cutCircles(nodes, parents, options.note);
  return { nodes, parents };
}

function distinct<N extends Linkable>(
  raw: readonly N[],
  note: (item: SkippedItem) => void,
): { nodes: N[]; asked: string[] } {
  const first = new Map<string, N[]>();
  const taken = new Set(raw.map((node) => node.id));
  const nodes: N[] = [];
  /** The id that each node has in the source. */
  const asked: string[] = [];
  for (const node of raw) {
    const known = first.get(node.id);
    if (!known) {
      first.set(node.id, [node]);
      nodes.push(node);
      asked.push(node.id);
      continue;
    }
    const payload = node.payload();
    if (known.some((other) => other.payload() === payload)) {
      note({ ...node.place, reason: `The message ${node.id} is recorded twice; it was kept once.` });
      continue;
    }
    known.push(node);
    asked.push(node.id);
    let n = known.length;
    while (taken.has(`${node.id}#${n}`)) n++;
    const own = `${node.id}#${n}`;
    taken.add(own);
    note({ ...node.place, reason: `The id ${node.id} stands for two different messages; both were kept.` });
    nodes.push(renamed(node, own));
  }
  return { nodes, asked };
}

/** The same node under another id: what it does stays what it does. */
function renamed<N extends Linkable>(node: N, id: string): N {
  return Object.assign(Object.create(Object.getPrototypeOf(node) as object), node, { id }) as N;
}

function cutCircles(
  nodes: readonly Linkable[],
  parents: (number | null)[],
  note: (item: SkippedItem) => void,
): void {
  /** 0: not looked at; otherwise the walk on which a node was seen. */
  const seen = new Int32Array(nodes.length);
  for (let start = 0; start < nodes.length; start++) {
    let at: number | null = start;
    while (at !== null && seen[at] === 0) {
      seen[at] = start + 1;
      at = parents[at]!;
    }
    if (at === null || seen[at] !== start + 1) continue;
    let first = at;
    for (let next = parents[at]!; next !== at; next = parents[next!]!) if (next! < first) first = next!;
    parents[first] = null;
    note({ ...nodes[first]!.place, reason: 'The links of the messages run in a circle; it was cut here.' });
  }
}

/** Children of each node and the roots, in the order of the nodes. */
export function childrenOf(parents: readonly (number | null)[]): { roots: number[]; children: number[][] } {
  const roots: number[] = [];
  const children: number[][] = parents.map(() => []);
  parents.forEach((parent, index) => {
    if (parent === null) roots.push(index);
    else children[parent]!.push(index);
  });
  return { roots, children };
}

/** Parents before children, siblings in their order. */
export function preorder(roots: readonly number[], children: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const at = stack.pop()!;
    order.push(at);
    const below = children[at]!;
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
  }
  return order;
}

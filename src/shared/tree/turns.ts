/** Turns: what lies between two points at which no call is without its result. */
import type { Message, NodeSummary } from '../model';
import { childrenOf, pathTo, type Tree, type TreeLink } from './tree';

/** What turn boundaries are computed from. */
export interface CallLink extends TreeLink {
  role: Message['role'];
  calls?: string[];
  results?: string[];
}

const CLOSED: ReadonlySet<string> = new Set();

function after(open: ReadonlySet<string>, node: CallLink): ReadonlySet<string> {
  if (!node.calls && !node.results) return open;
  const next = new Set(open);
  for (const id of node.calls ?? []) next.add(id);
  for (const id of node.results ?? []) next.delete(id);
  return next.size === 0 ? CLOSED : next;
}

/** Calls without a result on the path that ends at `id`. Empty: `id` is a turn boundary [T4]. */
export function openCallsAt<N extends CallLink>(tree: Tree<N>, id: string | null): ReadonlySet<string> {
  let open = CLOSED;
  for (const at of pathTo(tree, id)) open = after(open, tree.nodes.get(at)!);
  return open;
}

/** All turn boundaries of a tree, in one pass. */
export function turnBoundaries<N extends CallLink>(tree: Tree<N>): Set<string> {
  const open = new Map<string, ReadonlySet<string>>();
  const boundaries = new Set<string>();
  for (const id of tree.order) {
    const parent = tree.parents.get(id) ?? null;
    const before = parent === null ? CLOSED : (open.get(parent) ?? CLOSED);
    const now = after(before, tree.nodes.get(id)!);
    open.set(id, now);
    if (now.size === 0) boundaries.add(id);
  }
  return boundaries;
}

/**
 * The turn boundary that belongs to `id`: itself, else the end of its turn beneath it, else (a turn that
 * never ended) the nearest boundary above; null when there is none.
 */
export function boundaryFor<N extends CallLink>(tree: Tree<N>, id: string): string | null {
  const path = pathTo(tree, id);
  let open = CLOSED;
  let above: string | null = null;
  for (const at of path) {
    open = after(open, tree.nodes.get(at)!);
    if (open.size === 0) above = at;
  }
  if (above === id) return id;
  let at = id;
  while (open.size > 0) {
    const next = childrenOf(tree, at).find((child) => tree.nodes.get(child)!.role === 'tool');
    if (next === undefined) return above;
    open = after(open, tree.nodes.get(next)!);
    at = next;
  }
  return at;
}

/** One node of the drawn tree: a prompt, or an assistant message together with the results of its calls. */
export interface TurnNode {
  /** Id of the turn's first message. */
  id: string;
  /** Id of the turn before, null for a root. */
  parentId: string | null;
  /** All messages of the turn, in order. */
  messageIds: string[];
  /** Id of the turn's last message: where the tip rests and children hang. */
  end: string;
  role: Message['role'];
  preview: string;
  model: string | null;
  createdAt: number;
  /** Flags of all its messages. */
  flags: number;
  chars: number;
  toolCalls: number;
}

/**
 * Folds results into the turn of their call [T11]. A `tool` message joins the turn of its parent when it
 * is the parent's only child; otherwise a branch starts there, and it stands alone.
 */
export function foldTurns(tree: Tree<NodeSummary>): { turns: Tree<TurnNode>; turnOf: Map<string, string> } {
  const turns = new Map<string, TurnNode>();
  const turnOf = new Map<string, string>();
  for (const id of tree.order) {
    const node = tree.nodes.get(id)!;
    const parent = tree.parents.get(id) ?? null;
    const parentTurn = parent === null ? null : turnOf.get(parent)!;
    if (node.role === 'tool' && parent !== null && childrenOf(tree, parent).length === 1) {
      const turn = turns.get(parentTurn!)!;
      if (turn.role !== 'user') {
        turn.messageIds.push(id);
        turn.end = id;
        turn.flags |= node.flags;
        turn.chars += node.chars;
        turnOf.set(id, turn.id);
        continue;
      }
    }
    turnOf.set(id, id);
    turns.set(id, {
      id,
      parentId: parentTurn,
      messageIds: [id],
      end: id,
      role: node.role,
      preview: node.preview,
      model: node.model,
      createdAt: node.createdAt,
      flags: node.flags,
      chars: node.chars,
      toolCalls: node.calls?.length ?? 0,
    });
  }
  return { turns: treeOf(turns), turnOf };
}

function treeOf(turns: Map<string, TurnNode>): Tree<TurnNode> {
  const children = new Map<string, string[]>();
  const roots: string[] = [];
  const parents = new Map<string, string | null>();
  for (const turn of turns.values()) {
    parents.set(turn.id, turn.parentId);
    if (turn.parentId === null) roots.push(turn.id);
    else {
      const list = children.get(turn.parentId);
      if (list) list.push(turn.id);
      else children.set(turn.parentId, [turn.id]);
    }
  }
  return { nodes: turns, children, roots, parents, order: [...turns.keys()] };
}

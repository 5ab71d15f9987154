/**
 * The algebra of a conversation's tree. Only parent links are given; everything else is derived.
 * All walks are iterative: a chain of 100,000 messages must pass [T9].
 */

/** The least a node of a tree has. */
export interface TreeLink {
  id: string;
  parentId: string | null;
}

/** A tree (or forest) with its derived children. Not to be changed after it was built. */
export interface Tree<N extends TreeLink> {
  /** By id, in the order given. */
  nodes: ReadonlyMap<string, N>;
  /** Ids of the children of a node in their order; nodes without children have no entry. */
  children: ReadonlyMap<string, readonly string[]>;
  roots: readonly string[];
  /** The parent that counts: null where the stored one is missing or would close a cycle. */
  parents: ReadonlyMap<string, string | null>;
  /** Ids, parents before children, siblings in order (a preorder). */
  order: readonly string[];
}

/**
 * Derives a tree from parent links, in any order of rows. A node whose parent is missing becomes a
 * root; a cycle is cut above its first node in the given order [T10]. Of two rows with one id the
 * first counts.
 */
export function buildTree<N extends TreeLink>(rows: Iterable<N>): Tree<N> {
  const nodes = new Map<string, N>();
  for (const row of rows) if (!nodes.has(row.id)) nodes.set(row.id, row);

  const parents = new Map<string, string | null>();
  for (const node of nodes.values()) {
    const parent = node.parentId;
    parents.set(node.id, parent !== null && parent !== node.id && nodes.has(parent) ? parent : null);
  }

  // Cut cycles: walk up from each node; what was seen to reach a root need not be walked again.
  const sound = new Set<string>();
  for (const start of nodes.keys()) {
    const trail: string[] = [];
    const onTrail = new Set<string>();
    let at: string | null = start;
    while (at !== null && !sound.has(at)) {
      if (onTrail.has(at)) {
        parents.set(at, null);
        break;
      }
      onTrail.add(at);
      trail.push(at);
      at = parents.get(at) ?? null;
    }
    for (const id of trail) sound.add(id);
  }

  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const id of nodes.keys()) {
    const parent = parents.get(id) ?? null;
    if (parent === null) roots.push(id);
    else {
      const list = children.get(parent);
      if (list) list.push(id);
      else children.set(parent, [id]);
    }
  }
  return { nodes, children, roots, parents, order: preorder(roots, children) };
}

function preorder(roots: readonly string[], children: ReadonlyMap<string, readonly string[]>): string[] {
  const order: string[] = [];
  const stack: string[] = [];
  for (let i = roots.length - 1; i >= 0; i--) stack.push(roots[i]!);
  while (stack.length > 0) {
    const id = stack.pop()!;
    order.push(id);
    const kids = children.get(id);
    if (kids) for (let i = kids.length - 1; i >= 0; i--) stack.push(kids[i]!);
  }
  return order;
}

const NONE: readonly string[] = [];

/** Children of a node in order; the roots for null. */
export function childrenOf<N extends TreeLink>(tree: Tree<N>, id: string | null): readonly string[] {
  return id === null ? tree.roots : (tree.children.get(id) ?? NONE);
}

/** The node and those beside it under the same parent, in order. */
export function siblingsOf<N extends TreeLink>(tree: Tree<N>, id: string): readonly string[] {
  if (!tree.nodes.has(id)) return NONE;
  return childrenOf(tree, tree.parents.get(id) ?? null);
}

/** Root → node, both included; empty for null or an unknown id. */
export function pathTo<N extends TreeLink>(tree: Tree<N>, id: string | null): string[] {
  const path: string[] = [];
  let at: string | null = id;
  while (at !== null && tree.nodes.has(at)) {
    path.push(at);
    at = tree.parents.get(at) ?? null;
  }
  return path.reverse();
}

/** Whether `id` is `ancestor` or stands beneath it. */
export function isWithin<N extends TreeLink>(tree: Tree<N>, ancestor: string, id: string): boolean {
  let at: string | null = id;
  while (at !== null) {
    if (at === ancestor) return true;
    at = tree.parents.get(at) ?? null;
  }
  return false;
}

/** The node and all beneath it, parents first. */
export function subtreeOf<N extends TreeLink>(tree: Tree<N>, id: string): string[] {
  return tree.nodes.has(id) ? preorder([id], tree.children) : [];
}

/** Nodes without children, in preorder. Their number is the number of branches. */
export function leavesOf<N extends TreeLink>(tree: Tree<N>): string[] {
  return tree.order.filter((id) => !tree.children.has(id));
}

/** The leaf beneath `id` (null: of the whole tree) with the latest time; of equal times the one that came last. */
export function newestLeafWithin<N extends TreeLink & { createdAt: number }>(
  tree: Tree<N>,
  id: string | null,
): string | null {
  const candidates = id === null ? tree.order : subtreeOf(tree, id);
  let best: string | null = null;
  let bestTime = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    if (tree.children.has(candidate)) continue;
    const time = tree.nodes.get(candidate)!.createdAt;
    if (time >= bestTime) {
      best = candidate;
      bestTime = time;
    }
  }
  return best;
}

/**
 * Where a click on `id` takes the tip: the leaf beneath it visited last, else the newest [T7].
 *
 * @param recentTips tips visited, newest first
 */
export function leafToVisit<N extends TreeLink & { createdAt: number }>(
  tree: Tree<N>,
  id: string,
  recentTips: readonly string[],
): string | null {
  for (const tip of recentTips) {
    if (tree.nodes.has(tip) && !tree.children.has(tip) && isWithin(tree, id, tip)) return tip;
  }
  return newestLeafWithin(tree, id);
}

/** Walking the drawn tree by key. Pure: where a key leads from where one stands. */
import type { Tree, TreeLink } from '../../shared/tree';

export type Step =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'root'
  | 'tip'
  | 'previous-branch-point'
  | 'next-branch-point';

/** What walking needs besides the tree. */
export interface Surroundings {
  levels: Levels;
  /** Turns on the current path. */
  path: ReadonlySet<string>;
  /** The turn of the tip, if there is one. */
  tip: string | null;
  /** The child gone to last, by parent. */
  visited: ReadonlyMap<string, string>;
}

/** Turns by depth, from left to right. */
export interface Levels {
  rows: readonly (readonly string[])[];
  /** Depth of a turn, and its place in its row. */
  placeOf: ReadonlyMap<string, { row: number; column: number }>;
}

/** Groups a tree by depth. Linear and iterative. */
export function levelsOf<N extends TreeLink>(tree: Tree<N>): Levels {
  const rows: string[][] = [];
  const placeOf = new Map<string, { row: number; column: number }>();
  for (const id of tree.order) {
    const parent = tree.parents.get(id) ?? null;
    const row = parent === null ? 0 : placeOf.get(parent)!.row + 1;
    const list = rows[row];
    if (list) {
      placeOf.set(id, { row, column: list.length });
      list.push(id);
    } else {
      placeOf.set(id, { row, column: 0 });
      rows.push([id]);
    }
  }
  return { rows, placeOf };
}

/** Turns with several children, in the order of the tree: the points at which branches part. */
export function branchPointsOf<N extends TreeLink>(tree: Tree<N>): string[] {
  return tree.order.filter((id) => (tree.children.get(id)?.length ?? 0) > 1);
}

/**
 * Where a step leads; null where there is nothing that way.
 *
 * Down goes to the child on the path, else to the one visited last, else to the first. Left and right go to the
 * sibling, then on to the cousins at the same depth. Branch points are looked for along the line one is on, and
 * when there is none left, among all others in the order of the tree.
 *
 * @param from the turn one stands on; null counts as the tip
 */
export function stepFrom<N extends TreeLink>(
  tree: Tree<N>,
  around: Surroundings,
  from: string | null,
  step: Step,
): string | null {
  const at = from !== null && tree.nodes.has(from) ? from : null;
  if (at === null) return around.tip ?? tree.roots[0] ?? null;
  switch (step) {
    case 'up':
      return tree.parents.get(at) ?? null;
    case 'down':
      return preferredChild(tree, around, at);
    case 'left':
      return beside(around.levels, at, -1);
    case 'right':
      return beside(around.levels, at, 1);
    case 'root':
      return rootOf(tree, at);
    case 'tip':
      return around.tip;
    case 'previous-branch-point':
      return branchPointAbove(tree, at) ?? branchPointInOrder(tree, at, -1);
    case 'next-branch-point':
      return branchPointBeneath(tree, around, at) ?? branchPointInOrder(tree, at, 1);
  }
}

/** The child that "down" goes to. */
export function preferredChild<N extends TreeLink>(
  tree: Tree<N>,
  around: Pick<Surroundings, 'path' | 'visited'>,
  id: string,
): string | null {
  const children = tree.children.get(id);
  if (!children) return null;
  const last = around.visited.get(id);
  return (
    children.find((child) => around.path.has(child)) ??
    (last !== undefined && children.includes(last) ? last : children[0]!)
  );
}

function beside(levels: Levels, id: string, by: -1 | 1): string | null {
  const place = levels.placeOf.get(id);
  return place ? (levels.rows[place.row]?.[place.column + by] ?? null) : null;
}

function rootOf<N extends TreeLink>(tree: Tree<N>, id: string): string {
  let at = id;
  for (;;) {
    const parent = tree.parents.get(at) ?? null;
    if (parent === null) return at;
    at = parent;
  }
}

const parts = <N extends TreeLink>(tree: Tree<N>, id: string) => (tree.children.get(id)?.length ?? 0) > 1;

function branchPointAbove<N extends TreeLink>(tree: Tree<N>, id: string): string | null {
  let at = tree.parents.get(id) ?? null;
  while (at !== null && !parts(tree, at)) at = tree.parents.get(at) ?? null;
  return at;
}

function branchPointBeneath<N extends TreeLink>(
  tree: Tree<N>,
  around: Surroundings,
  id: string,
): string | null {
  let at = preferredChild(tree, around, id);
  while (at !== null && !parts(tree, at)) at = preferredChild(tree, around, at);
  return at;
}

function branchPointInOrder<N extends TreeLink>(tree: Tree<N>, id: string, by: -1 | 1): string | null {
  const start = tree.order.indexOf(id);
  for (let at = start + by; at >= 0 && at < tree.order.length; at += by) {
    if (parts(tree, tree.order[at]!)) return tree.order[at]!;
  }
  return null;
}

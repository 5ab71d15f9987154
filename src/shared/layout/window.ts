/**
 * What stands within a rectangle of a layout. The screen holds only the part of a tree that one looks at; this is
 * the index it asks. Nodes lie in square cells; the links of one parent all run in the band beneath it, and bands
 * lie in rows.
 */
import type { Layout } from './tidy';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowIndex {
  layout: Layout;
  /** Numbers of the nodes that reach into a cell. */
  cells: ReadonlyMap<number, readonly number[]>;
  /** Numbers of the parents whose links reach into a row. */
  rows: ReadonlyMap<number, readonly number[]>;
  /** Leftmost and rightmost point of the links of a parent. */
  bandLeft: Float64Array;
  bandRight: Float64Array;
}

export interface WindowContent {
  /** Numbers of the nodes to be drawn, in the order of the layout. */
  nodes: number[];
  /** Links to be drawn, each named by its child, in the order of the layout. */
  links: number[];
  /** How many nodes the rectangle holds, drawn or not. */
  total: number;
}

export interface WindowOptions {
  /** At most so many nodes, and so many links. */
  limit: number;
  /** Nodes that come first when there are more than the limit (the path). */
  first?: (node: number) => boolean;
  /** Nodes drawn wherever they stand (the focus). They count towards the limit. */
  always?: readonly number[];
}

/** Side of a cell: about four nodes. */
const CELL = 640;
/** More columns than any layout has. */
const COLUMNS = 2 ** 26;

const cellOf = (value: number) => Math.floor(value / CELL);

/** The middle of a node, where its links begin and end. */
export function middleOf(layout: Layout, node: number): number {
  return layout.x[node]! + layout.width[node]! / 2;
}

/** Builds the index of a layout. Linear in the number of nodes. */
export function indexLayout(layout: Layout): WindowIndex {
  const { ids, x, y, width, height, childStart, childList, gapY } = layout;
  const count = ids.length;
  const cells = new Map<number, number[]>();
  const rows = new Map<number, number[]>();
  const bandLeft = new Float64Array(count);
  const bandRight = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const lastColumn = cellOf(x[i]! + width[i]!);
    const lastRow = cellOf(y[i]! + height[i]!);
    for (let row = cellOf(y[i]!); row <= lastRow; row++) {
      for (let column = cellOf(x[i]!); column <= lastColumn; column++) put(cells, row * COLUMNS + column, i);
    }
    const first = childStart[i]!;
    const last = childStart[i + 1]! - 1;
    if (last < first) continue;
    const middle = middleOf(layout, i);
    bandLeft[i] = Math.min(middle, middleOf(layout, childList[first]!));
    bandRight[i] = Math.max(middle, middleOf(layout, childList[last]!));
    const under = y[i]! + height[i]!;
    for (let row = cellOf(under); row <= cellOf(under + gapY); row++) put(rows, row, i);
  }
  return { layout, cells, rows, bandLeft, bandRight };
}

function put(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Whether a node reaches into a rectangle. */
export function isInside({ x, y, width, height }: Layout, node: number, rect: Rect): boolean {
  return (
    x[node]! <= rect.x + rect.width &&
    x[node]! + width[node]! >= rect.x &&
    y[node]! <= rect.y + rect.height &&
    y[node]! + height[node]! >= rect.y
  );
}

/** All nodes that reach into a rectangle, in the order of the layout. */
export function nodesWithin(index: WindowIndex, rect: Rect): number[] {
  const { layout, cells } = index;
  const area = clip(layout, rect);
  if (!area) return [];
  const found: number[] = [];
  const firstRow = cellOf(area.y);
  const firstColumn = cellOf(area.x);
  for (let row = firstRow; row <= cellOf(area.y + area.height); row++) {
    for (let column = firstColumn; column <= cellOf(area.x + area.width); column++) {
      for (const node of cells.get(row * COLUMNS + column) ?? []) {
        // A node that reaches into several cells is taken in the first of them that is asked.
        const ownRow = Math.max(firstRow, cellOf(layout.y[node]!));
        const ownColumn = Math.max(firstColumn, cellOf(layout.x[node]!));
        if (ownRow === row && ownColumn === column && isInside(layout, node, area)) found.push(node);
      }
    }
  }
  return found.sort((a, b) => a - b);
}

/** All links that reach into a rectangle, each named by its child, in the order of the layout; at most `limit`. */
export function linksWithin(index: WindowIndex, rect: Rect, limit: number): number[] {
  const { layout, rows, bandLeft, bandRight } = index;
  const area = clip(layout, rect);
  if (!area) return [];
  const left = area.x;
  const right = area.x + area.width;
  const found: number[] = [];
  const firstRow = cellOf(area.y);
  for (let row = firstRow; row <= cellOf(area.y + area.height); row++) {
    for (const node of rows.get(row) ?? []) {
      const under = layout.y[node]! + layout.height[node]!;
      if (Math.max(firstRow, cellOf(under)) !== row) continue;
      if (under > area.y + area.height || under + layout.gapY < area.y) continue;
      if (bandLeft[node]! > right || bandRight[node]! < left) continue;
      const middle = middleOf(layout, node);
      for (let k = layout.childStart[node]!; k < layout.childStart[node + 1]!; k++) {
        const child = layout.childList[k]!;
        const end = middleOf(layout, child);
        if (Math.min(middle, end) > right || Math.max(middle, end) < left) continue;
        found.push(child);
        if (found.length >= limit) return found.sort((a, b) => a - b);
      }
    }
  }
  return found.sort((a, b) => a - b);
}

/**
 * What to draw of a rectangle: everything, or where that is more than the limit, the nodes that come first and of
 * the others those nearest to the middle of the rectangle.
 */
export function windowOf(index: WindowIndex, rect: Rect, options: WindowOptions): WindowContent {
  const { layout } = index;
  const inside = nodesWithin(index, rect);
  const links = linksWithin(index, rect, options.limit);
  const always = (options.always ?? []).slice(0, options.limit);
  const room = options.limit - always.length;
  let nodes = always.length === 0 ? inside : inside.filter((node) => !always.includes(node));
  if (nodes.length > room) {
    const midX = rect.x + rect.width / 2;
    const midY = rect.y + rect.height / 2;
    const ranked = nodes.map((node) => ({
      node,
      rank: options.first?.(node) ? 0 : 1,
      distance: Math.hypot(middleOf(layout, node) - midX, layout.y[node]! + layout.height[node]! / 2 - midY),
    }));
    ranked.sort((a, b) => a.rank - b.rank || a.distance - b.distance || a.node - b.node);
    nodes = ranked.slice(0, room).map((item) => item.node);
  }
  return { nodes: [...nodes, ...always].sort((a, b) => a - b), links, total: inside.length };
}

/** The node at a point, if there is one. */
export function nodeAt(index: WindowIndex, x: number, y: number): number | null {
  const [found] = nodesWithin(index, { x, y, width: 0, height: 0 });
  return found ?? null;
}

/** The part of a rectangle that lies within the layout; null when none does. Keeps the walk over cells short. */
function clip(layout: Layout, rect: Rect): Rect | null {
  const x = Math.max(0, rect.x);
  const y = Math.max(0, rect.y);
  const right = Math.min(layout.bounds.width, rect.x + rect.width);
  const bottom = Math.min(layout.bounds.height, rect.y + rect.height);
  return right < x || bottom < y ? null : { x, y, width: right - x, height: bottom - y };
}

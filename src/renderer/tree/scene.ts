/** The laid-out tree on the canvas, made anew only when the tree itself changes. */
import { useState } from 'react';
import { indexLayout, type Layout, layoutForest, type Rect, type WindowIndex } from '../../shared/layout';
import { leavesOf, type Tree, type TurnNode } from '../../shared/tree';
import { branchPointsOf, type Levels, levelsOf } from './navigate';
import { GAPS, sizeOf } from './turn-size';

export interface Scene {
  turns: Tree<TurnNode>;
  layout: Layout;
  index: WindowIndex;
  levels: Levels;
  branchPoints: string[];
  branches: number;
  /**
   * Where the layout's origin lies on the canvas. A layout that moved is shifted back by it, so that what one looks
   * at stays in its place without moving the view.
   */
  offset: { x: number; y: number };
}

/** Lays out a tree of turns. */
export function sceneOf(turns: Tree<TurnNode>, offset: Scene['offset'] = { x: 0, y: 0 }): Scene {
  const layout = layoutForest(turns, (id) => sizeOf(turns.nodes.get(id)!), GAPS);
  return {
    turns,
    layout,
    index: indexLayout(layout),
    levels: levelsOf(turns),
    branchPoints: branchPointsOf(turns),
    branches: leavesOf(turns).length,
    offset,
  };
}

/** The next scene, shifted so that `anchor` stands where it stood before. */
export function sceneAfter(before: Scene, turns: Tree<TurnNode>, anchor: string | null): Scene {
  const next = sceneOf(turns, before.offset);
  if (anchor === null) return next;
  const from = before.layout.indexOf.get(anchor);
  const to = next.layout.indexOf.get(anchor);
  if (from === undefined || to === undefined) return next;
  next.offset = {
    x: before.offset.x + before.layout.x[from]! - next.layout.x[to]!,
    y: before.offset.y + before.layout.y[from]! - next.layout.y[to]!,
  };
  return next;
}

/** Where a turn stands on the canvas; null when it is not in the tree. */
export function rectOf(scene: Scene, id: string | null): Rect | null {
  const at = id === null ? undefined : scene.layout.indexOf.get(id);
  if (at === undefined) return null;
  const { x, y, width, height } = scene.layout;
  return { x: x[at]! + scene.offset.x, y: y[at]! + scene.offset.y, width: width[at]!, height: height[at]! };
}

/** The whole tree on the canvas. */
export function boundsOf({ layout, offset }: Scene): Rect {
  return { x: offset.x, y: offset.y, width: layout.bounds.width, height: layout.bounds.height };
}

/** A rectangle of the canvas as the layout counts it. */
export function toLayout({ offset }: Scene, rect: Rect): Rect {
  return { ...rect, x: rect.x - offset.x, y: rect.y - offset.y };
}

/**
 * The scene of a tree.
 *
 * @param anchorOf what should stay in place when the tree changed, chosen from the scene before
 */
export function useScene(
  turns: Tree<TurnNode>,
  anchorOf: (before: Scene, turns: Tree<TurnNode>) => string | null,
): Scene {
  const [held, setHeld] = useState(() => sceneOf(turns));
  if (held.turns === turns) return held;
  const next = sceneAfter(held, turns, anchorOf(held, turns));
  setHeld(next);
  return next;
}

/** What the canvas looks at: its window, what is under the pointer, what stays in place. */
import type { MouseEvent } from 'react';
import { middleOf, nodeAt, nodesWithin, type Rect } from '../../shared/layout';
import type { Tree, TurnNode } from '../../shared/tree';
import type { Viewport } from '../state/drafts';
import { rectOf, type Scene, toLayout } from './scene';
import type { ViewSignal } from './view-signal';
import { contains, FAR_ZOOM, padded, type ScreenSize, touches, visibleRect } from './viewport';

/** The window reaches beyond the screen by this share on each side, so that a pan shows what is there already. */
const PADDING = 0.5;
/** A window this many times as wide as the screen is made anew: one has zoomed in. */
const TOO_WIDE = 3.5;

export interface Seen {
  rect: Rect;
  /** Nodes are drawn without words. */
  far: boolean;
}

/** The window that belongs to a view. */
export function windowFor(viewport: Viewport, screen: ScreenSize): Seen {
  return { rect: padded(visibleRect(viewport, screen), PADDING), far: viewport.zoom < FAR_ZOOM };
}

/** The window after a move: the same as long as the screen lies within it. */
export function windowAfter(seen: Seen, viewport: Viewport, screen: ScreenSize): Seen {
  const visible = visibleRect(viewport, screen);
  const fits = contains(seen.rect, visible) && seen.rect.width < visible.width * TOO_WIDE;
  return fits && seen.far === viewport.zoom < FAR_ZOOM ? seen : windowFor(viewport, screen);
}

/** The turn that an event happened on: a node, or a box painted where there are too many for nodes. */
export function turnUnder(
  event: MouseEvent,
  scene: Scene,
  view: ViewSignal,
  canvas: HTMLElement,
): string | null {
  const element = (event.target as Element).closest<HTMLElement>('[data-turn]');
  if (element) return element.dataset.turn!;
  const box = canvas.getBoundingClientRect();
  const { x, y, zoom } = view.current;
  const node = nodeAt(
    scene.index,
    (event.clientX - box.left - x) / zoom - scene.offset.x,
    (event.clientY - box.top - y) / zoom - scene.offset.y,
  );
  return node === null ? null : scene.layout.ids[node]!;
}

/**
 * What stays in its place when the tree changes: the first of `wanted` that is on the screen before and still in the
 * tree after, else what is nearest to the middle of the screen.
 */
export function anchorIn(
  before: Scene,
  turns: Tree<TurnNode>,
  visible: Rect,
  wanted: readonly (string | null)[],
): string | null {
  for (const id of wanted) {
    const rect = rectOf(before, id);
    if (id !== null && turns.nodes.has(id) && rect && touches(visible, rect)) return id;
  }
  const { layout } = before;
  const area = toLayout(before, visible);
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const node of nodesWithin(before.index, area)) {
    const id = layout.ids[node]!;
    const distance = Math.hypot(
      middleOf(layout, node) - (area.x + area.width / 2),
      layout.y[node]! + layout.height[node]! / 2 - (area.y + area.height / 2),
    );
    if (distance < least && turns.nodes.has(id)) {
      nearest = id;
      least = distance;
    }
  }
  return nearest;
}

/**
 * Where the view of the canvas goes. A viewport maps a point of the layout to the screen: `screen = at * zoom +
 * offset`. Pure functions, so that "keep what one looks at" can be tested.
 */
import type { Rect } from '../../shared/layout';
import type { Viewport } from '../state/drafts';

export interface ScreenSize {
  width: number;
  height: number;
}

export const MIN_ZOOM = 0.03;
export const MAX_ZOOM = 1.6;
/** Below it nodes are drawn without words. */
export const FAR_ZOOM = 0.45;
/** Room kept between a node that was brought into view and the edge of the screen. */
const MARGIN = 36;

export const clampZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** The part of the layout that is on the screen. */
export function visibleRect(viewport: Viewport, screen: ScreenSize): Rect {
  return {
    x: -viewport.x / viewport.zoom,
    y: -viewport.y / viewport.zoom,
    width: screen.width / viewport.zoom,
    height: screen.height / viewport.zoom,
  };
}

/** A rectangle widened by a share of its size on each side. */
export function padded(rect: Rect, share: number): Rect {
  const x = rect.width * share;
  const y = rect.height * share;
  return { x: rect.x - x, y: rect.y - y, width: rect.width + 2 * x, height: rect.height + 2 * y };
}

/** Whether `inner` lies within `outer` entirely. */
export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Whether two rectangles share a point. */
export function touches(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** Opens at a node: in the middle, near the lower third, where the next turn will have room. */
export function openAt(rect: Rect, screen: ScreenSize, zoom = 1): Viewport {
  return {
    x: screen.width / 2 - (rect.x + rect.width / 2) * zoom,
    y: screen.height * 0.66 - (rect.y + rect.height / 2) * zoom,
    zoom,
  };
}

/** The whole layout on the screen, never larger than life. */
export function fitAll(rect: Rect, screen: ScreenSize): Viewport {
  const zoom = Math.max(
    MIN_ZOOM,
    Math.min(
      1,
      (screen.width - 2 * MARGIN) / Math.max(1, rect.width),
      (screen.height - 2 * MARGIN) / Math.max(1, rect.height),
    ),
  );
  return {
    x: screen.width / 2 - (rect.x + rect.width / 2) * zoom,
    y: screen.height / 2 - (rect.y + rect.height / 2) * zoom,
    zoom,
  };
}

/** How far to move along one axis so that `from`..`to` (on the screen) lies within 0..`room`, margins kept. */
function nudge(from: number, to: number, room: number): number {
  const margin = Math.min(MARGIN, Math.max(0, (room - (to - from)) / 2));
  if (from < margin) return margin - from;
  if (to > room - margin) return room - margin - to;
  return 0;
}

/** The nearest viewport that shows a node entirely; the same one when it does already. */
export function reveal(viewport: Viewport, rect: Rect, screen: ScreenSize): Viewport {
  const left = rect.x * viewport.zoom + viewport.x;
  const top = rect.y * viewport.zoom + viewport.y;
  const x = nudge(left, left + rect.width * viewport.zoom, screen.width);
  const y = nudge(top, top + rect.height * viewport.zoom, screen.height);
  return x === 0 && y === 0 ? viewport : { ...viewport, x: viewport.x + x, y: viewport.y + y };
}

/** Shows `wanted` as far as `kept`, which one looks at, stays in view. */
export function revealKeeping(viewport: Viewport, wanted: Rect, kept: Rect, screen: ScreenSize): Viewport {
  return reveal(reveal(viewport, wanted, screen), kept, screen);
}

/** Another zoom with one point of the screen held in place. */
export function zoomAround(viewport: Viewport, zoom: number, at: { x: number; y: number }): Viewport {
  const next = clampZoom(zoom);
  const ratio = next / viewport.zoom;
  return { x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio, zoom: next };
}

/** The viewport that has a point of the layout in the middle of the screen. */
export function centredOn(viewport: Viewport, at: { x: number; y: number }, screen: ScreenSize): Viewport {
  return {
    x: screen.width / 2 - at.x * viewport.zoom,
    y: screen.height / 2 - at.y * viewport.zoom,
    zoom: viewport.zoom,
  };
}

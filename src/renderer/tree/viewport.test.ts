import { describe, expect, it } from 'vitest';
import {
  centredOn,
  contains,
  fitAll,
  MIN_ZOOM,
  openAt,
  padded,
  reveal,
  revealKeeping,
  visibleRect,
  zoomAround,
} from './viewport';

const screen = { width: 1000, height: 600 };
const node = { x: 300, y: 5000, width: 200, height: 80 };

describe('viewport of the canvas', () => {
  it('opens with the tip in the middle near the lower third', () => {
    const view = openAt(node, screen);
    expect(400 * view.zoom + view.x).toBe(500);
    expect(5040 * view.zoom + view.y).toBeCloseTo(396, 6);
    expect(contains(visibleRect(view, screen), node)).toBe(true);
  });

  it('stays where it is when a node is in view already', () => {
    const view = openAt(node, screen);
    expect(reveal(view, node, screen)).toBe(view);
  });

  it('moves no further than needed to show a node', () => {
    const view = { x: 0, y: 0, zoom: 1 };
    const moved = reveal(view, { x: 900, y: 100, width: 200, height: 80 }, screen);
    expect(moved).toEqual({ x: -136, y: 0, zoom: 1 });
    expect(contains(visibleRect(reveal(view, node, screen), screen), node)).toBe(true);
  });

  it('shows the tip only as far as what one looks at stays in view', () => {
    const view = { x: 0, y: 0, zoom: 1 };
    const clicked = { x: 100, y: 100, width: 200, height: 80 };
    const near = { x: 100, y: 440, width: 200, height: 80 };
    const both = visibleRect(revealKeeping(view, near, clicked, screen), screen);
    expect(contains(both, clicked) && contains(both, near)).toBe(true);
    expect(contains(visibleRect(revealKeeping(view, node, clicked, screen), screen), clicked)).toBe(true);
  });

  it('fits everything, but neither enlarges nor shrinks without end', () => {
    expect(fitAll({ x: 0, y: 0, width: 100, height: 100 }, screen).zoom).toBe(1);
    expect(fitAll({ x: 0, y: 0, width: 100, height: 1e7 }, screen).zoom).toBe(MIN_ZOOM);
    const rect = { x: 0, y: 0, width: 4000, height: 900 };
    expect(contains(visibleRect(fitAll(rect, screen), screen), rect)).toBe(true);
  });

  it('zooms around a point that stays in place', () => {
    const view = { x: 30, y: -70, zoom: 0.8 };
    const at = { x: 400, y: 300 };
    const zoomed = zoomAround(view, 1.2, at);
    expect((at.x - zoomed.x) / zoomed.zoom).toBeCloseTo((at.x - view.x) / view.zoom, 6);
    expect((at.y - zoomed.y) / zoomed.zoom).toBeCloseTo((at.y - view.y) / view.zoom, 6);
  });

  it('centres on a point, and pads a rectangle on each side', () => {
    expect(centredOn({ x: 0, y: 0, zoom: 2 }, { x: 100, y: 50 }, screen)).toEqual({
      x: 300,
      y: 200,
      zoom: 2,
    });
    expect(padded({ x: 0, y: 0, width: 100, height: 50 }, 0.5)).toEqual({
      x: -50,
      y: -25,
      width: 200,
      height: 100,
    });
  });
});

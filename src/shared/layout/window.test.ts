import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../tree';
import { layoutForest } from './tidy';
import {
  indexLayout,
  isInside,
  linksWithin,
  middleOf,
  nodeAt,
  nodesWithin,
  type Rect,
  windowOf,
} from './window';

const sizes = (i: number) => ({ width: 180 + (i % 3) * 40, height: 60 + (i % 5) * 20 });

function indexOf(parents: readonly (number | null)[]) {
  const tree = buildTree(
    parents.map((parent, i) => ({ id: `${i}`, parentId: parent === null ? null : `${parent}` })),
  );
  return indexLayout(layoutForest(tree, (id) => sizes(Number(id)), { gapX: 24, gapY: 40 }));
}

const trees = fc
  .array(fc.noBias(fc.integer({ min: 0, max: 2 ** 20 })), { minLength: 1, maxLength: 150, size: 'max' })
  .map((rows) => indexOf(rows.map((up, i) => (i === 0 || up % 40 === 0 ? null : up % i))));

const rects: fc.Arbitrary<Rect> = fc.record({
  x: fc.integer({ min: -2000, max: 8000 }),
  y: fc.integer({ min: -2000, max: 8000 }),
  width: fc.integer({ min: 0, max: 6000 }),
  height: fc.integer({ min: 0, max: 6000 }),
});

describe('window index', () => {
  it('finds exactly the nodes that a look at each of them finds', () => {
    fc.assert(
      fc.property(trees, rects, (index, rect) => {
        const all = index.layout.ids.map((_, i) => i).filter((i) => isInside(index.layout, i, rect));
        expect(nodesWithin(index, rect)).toEqual(all);
      }),
      { numRuns: 300 },
    );
  });

  it('finds exactly the links that run through a rectangle', () => {
    fc.assert(
      fc.property(trees, rects, (index, rect) => {
        const { layout } = index;
        const all = layout.ids
          .map((_, i) => i)
          .filter((child) => {
            const parent = layout.parent[child]!;
            if (parent === -1) return false;
            const ends = [middleOf(layout, parent), middleOf(layout, child)];
            return (
              Math.min(...ends) <= rect.x + rect.width &&
              Math.max(...ends) >= rect.x &&
              layout.y[parent]! + layout.height[parent]! <= rect.y + rect.height &&
              layout.y[child]! >= rect.y
            );
          });
        expect(linksWithin(index, rect, Number.POSITIVE_INFINITY)).toEqual(all);
      }),
      { numRuns: 300 },
    );
  });

  it('never gives more than the limit, and says how many there are', () => {
    fc.assert(
      fc.property(trees, rects, fc.integer({ min: 1, max: 40 }), (index, rect, limit) => {
        const content = windowOf(index, rect, { limit, always: [0] });
        expect(content.nodes.length).toBeLessThanOrEqual(limit);
        expect(content.links.length).toBeLessThanOrEqual(limit);
        expect(content.nodes).toContain(0);
        expect(content.total).toBe(nodesWithin(index, rect).length);
        expect(new Set(content.nodes).size).toBe(content.nodes.length);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the path, then what is nearest to the middle', () => {
    const index = indexOf([null, ...Array.from({ length: 40 }, () => 0)]);
    const { bounds } = index.layout;
    const whole = { x: 0, y: 0, width: bounds.width, height: bounds.height };
    const { nodes, total } = windowOf(index, whole, { limit: 5, first: (node) => node === 0 || node === 40 });
    expect(total).toBe(41);
    expect(nodes.length).toBe(5);
    expect([nodes[0], nodes[4]]).toEqual([0, 40]);
    for (const node of nodes.slice(1, 4)) expect(Math.abs(node - 20.5)).toBeLessThan(3);
  });

  it('tells the node at a point', () => {
    const index = indexOf([null, 0, 0]);
    const { layout } = index;
    for (let i = 0; i < 3; i++) {
      expect(nodeAt(index, middleOf(layout, i), layout.y[i]! + 5)).toBe(i);
    }
    expect(nodeAt(index, middleOf(layout, 0), layout.y[1]! - 5)).toBe(null);
    expect(nodeAt(index, -50, -50)).toBe(null);
  });

  it('asks few nodes of a large tree: a chain of 100,000', () => {
    const index = indexOf(Array.from({ length: 100_000 }, (_, i) => (i === 0 ? null : i - 1)));
    const start = performance.now();
    for (let i = 0; i < 200; i++) {
      const { nodes } = windowOf(index, { x: 0, y: i * 50_000, width: 2000, height: 3000 }, { limit: 400 });
      expect(nodes.length).toBeLessThan(60);
    }
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree, type Tree, type TreeLink } from '../tree';
import { type Layout, layoutForest, type Size } from './tidy';
import { middleOf } from './window';

const GAPS = { gapX: 24, gapY: 40 };
const EPS = 1e-6;

interface Sized extends TreeLink {
  size: Size;
}

function lay(tree: Tree<Sized>, gaps = GAPS): Layout {
  return layoutForest(tree, (id) => tree.nodes.get(id)!.size, gaps);
}

/**
 * Forests of up to `max` nodes: each node hangs beneath an earlier one, or beneath none. `near` makes deep ones of
 * them: a node then hangs beneath one of the last few.
 */
const forests = (max: number, side: fc.Arbitrary<number>) =>
  fc
    .record({
      near: fc.constantFrom(2, 4, 12, max),
      rows: fc.array(
        fc.record({
          up: fc.noBias(fc.integer({ min: 0, max: 2 ** 20 })),
          width: side,
          height: side,
        }),
        { minLength: 1, maxLength: max, size: 'max' },
      ),
    })
    .map(({ near, rows }) =>
      buildTree<Sized>(
        rows.map((row, i) => ({
          id: `n${i}`,
          parentId: i === 0 || row.up % 29 === 0 ? null : `n${i - 1 - (row.up % Math.min(i, near))}`,
          size: { width: row.width, height: row.height },
        })),
      ),
    );

const integers = fc.noBias(fc.integer({ min: 1, max: 300 }));
const fractions = integers.map((value) => value / 7 + 0.3);

/** Pairs of boxes that overlap, found by comparing each with each. */
function overlaps(layout: Layout, gapX: number): string[] {
  const { x, y, width, height, ids } = layout;
  const bad: string[] = [];
  for (let a = 0; a < ids.length; a++) {
    for (let b = a + 1; b < ids.length; b++) {
      const beside = x[a]! + width[a]! + gapX <= x[b]! + EPS || x[b]! + width[b]! + gapX <= x[a]! + EPS;
      const above = y[a]! + height[a]! <= y[b]! + EPS || y[b]! + height[b]! <= y[a]! + EPS;
      if (!beside && !above) bad.push(`${ids[a]} ${ids[b]}`);
    }
  }
  return bad;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The box in which a link lies, whatever its curve. */
function linkBox(layout: Layout, child: number): Box {
  const parent = layout.parent[child]!;
  const from = middleOf(layout, parent);
  const to = middleOf(layout, child);
  return {
    left: Math.min(from, to),
    right: Math.max(from, to),
    top: layout.y[parent]! + layout.height[parent]!,
    bottom: layout.y[child]!,
  };
}

const meet = (a: Box, b: Box) =>
  a.left < b.right - EPS && b.left < a.right - EPS && a.top < b.bottom - EPS && b.top < a.bottom - EPS;

function crossings(layout: Layout): string[] {
  const links = layout.ids.flatMap((_, i) => (layout.parent[i] === -1 ? [] : [i]));
  const boxes = new Map(links.map((i) => [i, linkBox(layout, i)]));
  const bad: string[] = [];
  for (const a of links) {
    for (const b of links) {
      // Links of one parent fan out from one point and never change their order, so they cannot cross.
      if (a < b && layout.parent[a] !== layout.parent[b] && meet(boxes.get(a)!, boxes.get(b)!))
        bad.push(`links ${layout.ids[a]} ${layout.ids[b]}`);
    }
    for (let n = 0; n < layout.ids.length; n++) {
      const node: Box = {
        left: layout.x[n]!,
        right: layout.x[n]! + layout.width[n]!,
        top: layout.y[n]!,
        bottom: layout.y[n]! + layout.height[n]!,
      };
      if (meet(boxes.get(a)!, node)) bad.push(`link ${layout.ids[a]} node ${layout.ids[n]}`);
    }
  }
  return bad;
}

describe('tidy layout', () => {
  it('[L1] no two nodes overlap, whatever their sizes', () => {
    fc.assert(
      fc.property(fc.oneof(forests(60, integers), forests(60, fractions)), (tree) => {
        expect(overlaps(lay(tree), GAPS.gapX)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('[L1] no link crosses another link or a node', () => {
    fc.assert(
      fc.property(fc.oneof(forests(45, integers), forests(45, fractions)), (tree) => {
        expect(crossings(lay(tree))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('[L1] siblings stand from left to right and parents over the middle of their first and last child', () => {
    fc.assert(
      fc.property(forests(80, integers), (tree) => {
        const layout = lay(tree);
        for (const [id, children] of tree.children) {
          const numbers = children.map((child) => layout.indexOf.get(child)!);
          for (let i = 1; i < numbers.length; i++) {
            expect(layout.x[numbers[i]!]! - layout.x[numbers[i - 1]!]!).toBeGreaterThan(0);
          }
          const middle = (middleOf(layout, numbers[0]!) + middleOf(layout, numbers.at(-1)!)) / 2;
          expect(middleOf(layout, layout.indexOf.get(id)!)).toBeCloseTo(middle, 4);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('begins at the origin, and its bounds hold every node', () => {
    fc.assert(
      fc.property(forests(50, integers), (tree) => {
        const { x, y, width, height, bounds } = lay(tree);
        expect(Math.min(...x)).toBeCloseTo(0, 6);
        expect(Math.min(...y)).toBe(0);
        expect(Math.max(...x.map((value, i) => value + width[i]!))).toBeCloseTo(bounds.width, 6);
        expect(Math.max(...y.map((value, i) => value + height[i]!))).toBeCloseTo(bounds.height, 6);
      }),
    );
  });

  it('[L2] the same input gives the same layout', () => {
    fc.assert(
      fc.property(forests(60, fractions), (tree) => {
        expect([...lay(tree).x]).toEqual([...lay(tree).x]);
      }),
      { numRuns: 100 },
    );
  });

  it('[L2] a new leaf changes no height and no order from left to right', () => {
    fc.assert(
      fc.property(forests(50, integers), fc.nat(), integers, integers, (tree, pick, width, height) => {
        const under = tree.order[pick % tree.order.length]!;
        const grown = buildTree<Sized>([
          ...tree.nodes.values(),
          { id: 'leaf', parentId: under, size: { width, height } },
        ]);
        const before = lay(tree);
        const after = lay(grown);
        for (let a = 0; a < before.ids.length; a++) {
          const id = before.ids[a]!;
          expect(after.y[after.indexOf.get(id)!]).toBe(before.y[a]);
        }
        // Nodes beside each other at one height keep their sides.
        for (let a = 0; a < before.ids.length; a++) {
          for (let b = a + 1; b < before.ids.length; b++) {
            const apart =
              before.y[a]! + before.height[a]! <= before.y[b]! ||
              before.y[b]! + before.height[b]! <= before.y[a]!;
            if (apart) continue;
            const [from, to] = [a, b].map((i) => after.indexOf.get(before.ids[i]!)!);
            expect(Math.sign(after.x[from!]! - after.x[to!]!)).toBe(Math.sign(before.x[a]! - before.x[b]!));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is as narrow as it can be: subtrees of different depth move into each other', () => {
    const size = { width: 100, height: 50 };
    const tree = buildTree<Sized>([
      { id: 'r', parentId: null, size },
      { id: 'a', parentId: 'r', size },
      { id: 'b', parentId: 'r', size },
      { id: 'b1', parentId: 'b', size },
      { id: 'b2', parentId: 'b', size },
      { id: 'b3', parentId: 'b', size },
    ]);
    const layout = lay(tree);
    // `b` has three children and still stands right beside `a`, which has none.
    expect(layout.x[layout.indexOf.get('b')!]! - layout.x[layout.indexOf.get('a')!]!).toBeCloseTo(124, 6);
    expect(layout.bounds.width).toBeCloseTo(3 * 100 + 2 * 24, 6);
  });

  it('lays out nothing', () => {
    const layout = layoutForest(buildTree<Sized>([]), () => ({ width: 1, height: 1 }), GAPS);
    expect(layout.bounds).toEqual({ width: 0, height: 0 });
    expect(layout.ids).toEqual([]);
  });

  it('[L3] a chain of 100,000 and a star of 20,000 pass', () => {
    const size = { width: 240, height: 80 };
    const chain = buildTree<Sized>(
      Array.from({ length: 100_000 }, (_, i) => ({
        id: `${i}`,
        parentId: i === 0 ? null : `${i - 1}`,
        size,
      })),
    );
    const long = lay(chain);
    expect(long.bounds).toEqual({ width: 240, height: 100_000 * 120 - 40 });
    const star = buildTree<Sized>(
      Array.from({ length: 20_001 }, (_, i) => ({ id: `${i}`, parentId: i === 0 ? null : '0', size })),
    );
    const wide = lay(star);
    expect(wide.bounds.width).toBeCloseTo(20_000 * 264 - 24, 3);
  });

  it('[L3] time grows with the number of nodes, in chains, stars, combs and random trees', () => {
    const size = { width: 240, height: 80 };
    const shapes: Record<string, (i: number) => number> = {
      chain: (i) => i - 1,
      star: () => 0,
      comb: (i) => (i % 2 === 1 ? i - 1 : i - 2),
      random: (i) => Math.floor((((i * 2654435761) >>> 0) / 2 ** 32) * i),
    };
    for (const parentOf of Object.values(shapes)) {
      const build = (count: number) =>
        buildTree<Sized>(
          Array.from({ length: count }, (_, i) => ({
            id: `${i}`,
            parentId: i === 0 ? null : `${Math.max(0, parentOf(i))}`,
            size: { width: size.width, height: size.height + (i % 3) * 17 },
          })),
        );
      const small = build(10_000);
      const large = build(80_000);
      best(small);
      const ratio = best(large) / Math.max(0.5, best(small));
      // Eight times the nodes: far below the 64 times of a quadratic layout, with room for a busy machine.
      expect(ratio).toBeLessThan(32);
    }
  });
});

function best(tree: Tree<Sized>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    lay(tree);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

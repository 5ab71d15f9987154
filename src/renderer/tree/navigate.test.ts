import { describe, expect, it } from 'vitest';
import { buildTree } from '../../shared/tree';
import { branchPointsOf, levelsOf, type Step, type Surroundings, stepFrom } from './navigate';

/**
 *        r
 *      / | \
 *     a  b  c
 *    /   |   \
 *   a1   b1   c1
 *  /  \       |
 * a2  a3      c2
 */
const tree = buildTree(
  (
    [
      ['r', null],
      ['a', 'r'],
      ['b', 'r'],
      ['c', 'r'],
      ['a1', 'a'],
      ['b1', 'b'],
      ['c1', 'c'],
      ['a2', 'a1'],
      ['a3', 'a1'],
      ['c2', 'c1'],
    ] as const
  ).map(([id, parentId]) => ({ id, parentId })),
);

function around(over: Partial<Surroundings> = {}): Surroundings {
  return {
    levels: levelsOf(tree),
    path: new Set(['r', 'b', 'b1']),
    tip: 'b1',
    visited: new Map(),
    ...over,
  };
}

const go = (from: string | null, step: Step, over?: Partial<Surroundings>) =>
  stepFrom(tree, around(over), from, step);

describe('walking the tree by key', () => {
  it('goes up to the parent and stops at the root', () => {
    expect(go('a2', 'up')).toBe('a1');
    expect(go('r', 'up')).toBe(null);
  });

  it('goes down to the child on the path, else to the one visited last, else to the first', () => {
    expect(go('r', 'down')).toBe('b');
    expect(go('a1', 'down')).toBe('a2');
    expect(go('a1', 'down', { visited: new Map([['a1', 'a3']]) })).toBe('a3');
    expect(go('r', 'down', { visited: new Map([['r', 'c']]) })).toBe('b');
    expect(go('r', 'down', { path: new Set(['r']), visited: new Map([['r', 'c']]) })).toBe('c');
    expect(go('a1', 'down', { visited: new Map([['a1', 'deleted']]) })).toBe('a2');
    expect(go('b1', 'down')).toBe(null);
  });

  it('goes to the sibling beside, then to the cousins at the same depth', () => {
    expect(go('b', 'left')).toBe('a');
    expect(go('b', 'right')).toBe('c');
    expect(go('a1', 'right')).toBe('b1');
    expect(go('a3', 'right')).toBe('c2');
    expect(go('c2', 'left')).toBe('a3');
    expect(go('a', 'left')).toBe(null);
    expect(go('c', 'right')).toBe(null);
  });

  it('goes to the root and to the tip', () => {
    expect(go('c2', 'root')).toBe('r');
    expect(go('c2', 'tip')).toBe('b1');
    expect(go('c2', 'tip', { tip: null })).toBe(null);
  });

  it('begins at the tip when it stands nowhere', () => {
    expect(go(null, 'up')).toBe('b1');
    expect(go('deleted', 'down')).toBe('b1');
    expect(go(null, 'down', { tip: null })).toBe('r');
  });

  it('jumps between branch points, first along the line, then through the tree', () => {
    expect(branchPointsOf(tree)).toEqual(['r', 'a1']);
    expect(go('a3', 'previous-branch-point')).toBe('a1');
    expect(go('a1', 'previous-branch-point')).toBe('r');
    expect(go('r', 'previous-branch-point')).toBe(null);
    expect(go('r', 'next-branch-point', { path: new Set(['r', 'a']) })).toBe('a1');
    expect(go('r', 'next-branch-point')).toBe('a1');
    expect(go('c2', 'next-branch-point')).toBe(null);
  });

  it('every turn can be reached by arrows from the tip', () => {
    const steps: Step[] = ['up', 'down', 'left', 'right'];
    const reached = new Set(['b1']);
    const pending = ['b1'];
    while (pending.length > 0) {
      const at = pending.pop()!;
      for (const step of steps) {
        const next = go(at, step);
        if (next !== null && !reached.has(next)) {
          reached.add(next);
          pending.push(next);
        }
      }
    }
    expect(reached.size).toBe(tree.nodes.size);
  });

  it('walks a chain of 100,000 [T9]', () => {
    const chain = buildTree(
      Array.from({ length: 100_000 }, (_, i) => ({ id: `${i}`, parentId: i === 0 ? null : `${i - 1}` })),
    );
    const here: Surroundings = {
      levels: levelsOf(chain),
      path: new Set(),
      tip: '99999',
      visited: new Map(),
    };
    expect(stepFrom(chain, here, '99999', 'root')).toBe('0');
    expect(stepFrom(chain, here, '99999', 'previous-branch-point')).toBe(null);
    expect(stepFrom(chain, here, '0', 'next-branch-point')).toBe(null);
  });
});

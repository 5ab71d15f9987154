import { describe, expect, it } from 'vitest';
import type { NodeSummary } from '../../shared/model';
import { buildTree, foldTurns } from '../../shared/tree';
import { rectOf, sceneAfter, sceneOf } from './scene';
import { hasMarks, previewLines, sizeOf } from './turn-size';

function node(id: string, parentId: string | null, over: Partial<NodeSummary> = {}): NodeSummary {
  return {
    id,
    parentId,
    role: 'user',
    preview: `text of ${id}`,
    model: null,
    createdAt: 0,
    flags: 0,
    chars: 10,
    ...over,
  };
}

const turnsOf = (nodes: NodeSummary[]) => foldTurns(buildTree(nodes)).turns;

const before = [node('r', null), node('a', 'r'), node('b', 'r'), node('b1', 'b')];

describe('scene of the canvas', () => {
  it('keeps what one looks at in place when a branch is added beside it', () => {
    const first = sceneOf(turnsOf(before));
    const turns = turnsOf([...before, node('a1', 'a'), node('a2', 'a'), node('a3', 'a')]);
    const next = sceneAfter(first, turns, 'b1');
    expect(rectOf(next, 'b1')).toEqual(rectOf(first, 'b1'));
    expect(rectOf(sceneAfter(first, turns, null), 'b1')).not.toEqual(rectOf(first, 'b1'));
  });

  it('keeps it in place over many changes', () => {
    let scene = sceneOf(turnsOf(before));
    const place = rectOf(scene, 'b1');
    const nodes = [...before];
    for (let i = 0; i < 20; i++) {
      nodes.push(node(`n${i}`, i % 2 === 0 ? 'a' : 'r'));
      scene = sceneAfter(scene, turnsOf(nodes), 'b1');
    }
    expect(rectOf(scene, 'b1')!.x).toBeCloseTo(place!.x, 6);
    expect(rectOf(scene, 'b1')!.y).toBeCloseTo(place!.y, 6);
  });

  it('does without an anchor that is gone', () => {
    const first = sceneOf(turnsOf(before));
    const next = sceneAfter(first, turnsOf(before.slice(0, 2)), 'b1');
    expect(next.offset).toEqual(first.offset);
    expect(rectOf(next, 'b1')).toBe(null);
  });
});

describe('size of a turn', () => {
  const turn = (over: Partial<NodeSummary>) => {
    const turns = turnsOf([node('x', null, over)]);
    return turns.nodes.get('x')!;
  };

  it('gives long previews two lines, and those with marks a line more', () => {
    expect(previewLines(turn({ preview: 'short' }))).toBe(1);
    expect(previewLines(turn({ preview: 'word '.repeat(30) }))).toBe(2);
    expect(previewLines(turn({ preview: '漢'.repeat(20) }))).toBe(2);
    expect(previewLines(turn({ preview: 'i'.repeat(40) }))).toBe(1);
    expect(hasMarks(turn({ flags: 8 }))).toBe(true);
    expect(sizeOf(turn({ flags: 8 })).height).toBeGreaterThan(sizeOf(turn({})).height);
  });

  it('draws prompts narrower than answers', () => {
    expect(sizeOf(turn({ role: 'user' })).width).toBeLessThan(sizeOf(turn({ role: 'assistant' })).width);
  });
});

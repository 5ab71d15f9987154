/** Nodes for React Flow, made from the window of the scene. A node that did not change stays the same object. */
import { useMemo, useRef } from 'react';
import type { WindowContent } from '../../shared/layout';
import { childrenOf } from '../../shared/tree';
import type { Scene } from './scene';
import type { TurnData, TurnFlowNode } from './TurnNode';
import { runsByTurn, type TreeState } from './tree-state';

/** Nothing of React Flow's own hangs on a node: no handles, no focus, no role. */
const HANDLES: [] = [];
/** React Flow lets the pointer through to the canvas unless it handles clicks on nodes itself. */
const POINTED = { pointerEvents: 'all' } as const;
const ATTRIBUTES = { 'aria-roledescription': undefined };

function sameData(a: TurnData, b: TurnData): boolean {
  for (const key in b) if (a[key] !== b[key]) return false;
  return true;
}

export function useFlowNodes(
  scene: Scene,
  content: WindowContent,
  state: TreeState,
  far: boolean,
  hit: string | null,
): TurnFlowNode[] {
  const before = useRef<ReadonlyMap<string, TurnFlowNode>>(new Map());
  const { turnOf, path, tip, focus, selection, checkpoints, runs } = state;

  const labels = useMemo(() => {
    const byTurn = new Map<string, string>();
    for (const { messageId, label } of checkpoints) {
      const turn = turnOf.get(messageId);
      if (turn === undefined) continue;
      const known = byTurn.get(turn);
      byTurn.set(turn, known === undefined ? label : `${known}, ${label}`);
    }
    return byTurn;
  }, [checkpoints, turnOf]);
  const running = useMemo(() => runsByTurn({ runs, turnOf }), [runs, turnOf]);

  return useMemo(() => {
    const { layout, turns, levels, offset } = scene;
    const nodes = content.nodes.map((number): TurnFlowNode => {
      const id = layout.ids[number]!;
      const siblings = childrenOf(turns, turns.parents.get(id) ?? null);
      const data: TurnData = {
        turn: turns.nodes.get(id)!,
        onPath: path.has(id),
        isTip: id === tip,
        focused: id === focus,
        selected: selection.has(id),
        hit: id === hit,
        sibling: siblings.indexOf(id) + 1,
        siblings: siblings.length,
        level: levels.placeOf.get(id)!.row + 1,
        checkpoint: labels.get(id) ?? null,
        run: running.get(id) ?? null,
        far,
      };
      const x = layout.x[number]! + offset.x;
      const y = layout.y[number]! + offset.y;
      const width = layout.width[number]!;
      const height = layout.height[number]!;
      const known = before.current.get(id);
      if (
        known &&
        known.position.x === x &&
        known.position.y === y &&
        known.height === height &&
        known.width === width &&
        sameData(known.data, data)
      )
        return known;
      return {
        id,
        type: 'turn',
        position: { x, y },
        width,
        height,
        measured: { width, height },
        handles: HANDLES,
        style: POINTED,
        ariaRole: 'none',
        domAttributes: ATTRIBUTES,
        data,
      };
    });
    before.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [scene, content, path, tip, focus, selection, labels, running, far, hit]);
}

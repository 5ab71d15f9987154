/**
 * What does not fit into the window's limit of nodes, painted as plain boxes on one canvas element beneath it. Only
 * far away are there so many that it has anything to paint.
 */
import { useEffect, useRef } from 'react';
import { middleOf, nodesWithin } from '../../shared/layout';
import { type Scene, toLayout } from './scene';
import { contextFor, useTokens } from './tokens';
import styles from './TreeCanvas.module.css';
import type { ViewSignal } from './view-signal';
import { type ScreenSize, visibleRect } from './viewport';

const TOKENS = ['--user', '--assistant', '--tool', '--accent', '--border-strong'] as const;

export function FarLayer({
  scene,
  drawn,
  path,
  view,
  screen,
}: {
  scene: Scene;
  /** Nodes that are drawn as nodes already. */
  drawn: ReadonlySet<number>;
  path: ReadonlySet<string>;
  view: ViewSignal;
  screen: ScreenSize;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const tokens = useTokens(TOKENS);
  useEffect(() => {
    const paint = () => {
      const canvas = ref.current;
      const context = canvas && contextFor(canvas, screen.width, screen.height);
      if (!context) return;
      const { layout, turns, offset } = scene;
      const { x, y, zoom } = view.current;
      const left = offset.x * zoom + x;
      const top = offset.y * zoom + y;
      const visible = nodesWithin(scene.index, toLayout(scene, visibleRect(view.current, screen)));
      context.strokeStyle = tokens['--border-strong'];
      context.lineWidth = Math.max(0.5, 3 * zoom);
      context.beginPath();
      for (const node of visible) {
        const parent = layout.parent[node]!;
        if (parent === -1) continue;
        const from = layout.y[parent]! + layout.height[parent]!;
        const half = ((from + layout.y[node]!) / 2) * zoom + top;
        context.moveTo(middleOf(layout, parent) * zoom + left, from * zoom + top);
        context.lineTo(middleOf(layout, parent) * zoom + left, half);
        context.lineTo(middleOf(layout, node) * zoom + left, half);
        context.lineTo(middleOf(layout, node) * zoom + left, layout.y[node]! * zoom + top);
      }
      context.stroke();
      for (const node of visible) {
        if (drawn.has(node)) continue;
        const id = layout.ids[node]!;
        const onPath = path.has(id);
        context.globalAlpha = onPath ? 1 : 0.4;
        context.fillStyle = onPath ? tokens['--accent'] : tokens[`--${turns.nodes.get(id)!.role}`];
        context.fillRect(
          layout.x[node]! * zoom + left,
          layout.y[node]! * zoom + top,
          Math.max(1, layout.width[node]! * zoom),
          Math.max(1, layout.height[node]! * zoom),
        );
      }
      context.globalAlpha = 1;
    };
    paint();
    return view.followFrames(paint);
  }, [scene, drawn, path, view, screen, tokens]);
  return (
    <canvas
      ref={ref}
      className={styles.farLayer}
      style={{ width: screen.width, height: screen.height }}
      aria-hidden="true"
    />
  );
}

/**
 * The tree where more of it is in sight than the canvas may hold as nodes: painted as plain boxes on one canvas
 * element. Only far away is there so much. The nodes that are there stay for clicks and for screen readers.
 */
import { useEffect, useRef } from 'react';
import { linksWithin, middleOf, nodesWithin } from '../../shared/layout';
import { type Scene, toLayout } from './scene';
import styles from './TreeCanvas.module.css';
import { contextFor, useTokens } from './tokens';
import type { ViewSignal } from './view-signal';
import { type ScreenSize, visibleRect } from './viewport';

const TOKENS = ['--user', '--assistant', '--tool', '--accent', '--border-strong'] as const;

export function FarLayer({
  scene,
  path,
  view,
  screen,
}: {
  scene: Scene;
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
      const area = toLayout(scene, visibleRect(view.current, screen));
      const visible = nodesWithin(scene.index, area);
      const link = (node: number) => {
        const parent = layout.parent[node]!;
        const from = layout.y[parent]! + layout.height[parent]!;
        const half = ((from + layout.y[node]!) / 2) * zoom + top;
        context.moveTo(middleOf(layout, parent) * zoom + left, from * zoom + top);
        context.lineTo(middleOf(layout, parent) * zoom + left, half);
        context.lineTo(middleOf(layout, node) * zoom + left, half);
        context.lineTo(middleOf(layout, node) * zoom + left, layout.y[node]! * zoom + top);
      };
      const box = (node: number, grow: number) =>
        context.fillRect(
          layout.x[node]! * zoom + left - grow,
          layout.y[node]! * zoom + top - grow,
          Math.max(1, layout.width[node]! * zoom) + 2 * grow,
          Math.max(1, layout.height[node]! * zoom) + 2 * grow,
        );
      const links = linksWithin(scene.index, area, Number.POSITIVE_INFINITY);
      const onPath = (node: number) => path.has(layout.ids[node]!);
      for (const [wanted, colour, thick] of [
        [false, tokens['--border-strong'], Math.max(0.6, 4 * zoom)],
        [true, tokens['--accent'], Math.max(2, 10 * zoom)],
      ] as const) {
        context.strokeStyle = colour;
        context.lineWidth = thick;
        context.beginPath();
        for (const node of links) if (onPath(node) === wanted) link(node);
        context.stroke();
      }
      context.globalAlpha = 0.45;
      for (const node of visible) {
        if (onPath(node)) continue;
        context.fillStyle = tokens[`--${turns.nodes.get(layout.ids[node]!)!.role}`];
        box(node, 0);
      }
      context.globalAlpha = 1;
      context.fillStyle = tokens['--accent'];
      for (const node of visible) if (onPath(node)) box(node, 0.5);
    };
    paint();
    return view.followFrames(paint);
  }, [scene, path, view, screen, tokens]);
  return (
    <div className={styles.farLayer} aria-hidden="true">
      <canvas ref={ref} style={{ width: screen.width, height: screen.height }} />
    </div>
  );
}

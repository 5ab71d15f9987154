/** The whole tree as tiny boxes, and a frame around what is on the screen. A click or drag moves the view there. */
import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { useT } from '../i18n';
import { boundsOf, type Scene } from './scene';
import styles from './TreeCanvas.module.css';
import { contextFor, useTokens } from './tokens';
import type { ViewSignal } from './view-signal';
import { type ScreenSize, visibleRect } from './viewport';

const WIDTH = 168;
const HEIGHT = 148;
const EDGE = 6;
/** A small tree is not blown up to fill the map. */
const LARGEST = 0.12;

const TOKENS = ['--user', '--assistant', '--tool', '--accent', '--text'] as const;

/** Scales of both axes: a chain of hundreds of turns would be a hair's breadth wide if they were the same. */
function scaleOf(scene: Scene) {
  const { width, height } = scene.layout.bounds;
  const x = Math.min(LARGEST, (WIDTH - 2 * EDGE) / Math.max(1, width));
  const y = Math.min(LARGEST, (HEIGHT - 2 * EDGE) / Math.max(1, height));
  return { x, y, left: (WIDTH - width * x) / 2, top: (HEIGHT - height * y) / 2 };
}

export function Minimap({
  scene,
  path,
  tip,
  view,
  screen,
  onMove,
}: {
  scene: Scene;
  path: ReadonlySet<string>;
  tip: string | null;
  view: ViewSignal;
  screen: ScreenSize;
  /** A point of the canvas that is to be in the middle. */
  onMove: (at: { x: number; y: number }) => void;
}) {
  const t = useT('tree');
  const ref = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const tokens = useTokens(TOKENS);

  useEffect(() => {
    const context = ref.current && contextFor(ref.current, WIDTH, HEIGHT);
    if (!context) return;
    const { layout, turns } = scene;
    const scale = scaleOf(scene);
    const box = (node: number, grow: number) =>
      context.fillRect(
        layout.x[node]! * scale.x + scale.left - grow,
        layout.y[node]! * scale.y + scale.top - grow,
        Math.max(1, layout.width[node]! * scale.x) + 2 * grow,
        Math.max(1, layout.height[node]! * scale.y) + 2 * grow,
      );
    context.globalAlpha = 0.45;
    // By role rather than by node: changing the colour is what costs.
    for (const role of ['user', 'assistant', 'tool'] as const) {
      context.fillStyle = tokens[`--${role}`];
      for (let node = 0; node < layout.ids.length; node++) {
        if (turns.nodes.get(layout.ids[node]!)!.role === role) box(node, 0);
      }
    }
    context.globalAlpha = 1;
    context.fillStyle = tokens['--accent'];
    for (const id of path) {
      const node = layout.indexOf.get(id);
      if (node !== undefined) box(node, 0.25);
    }
    const end = tip === null ? undefined : layout.indexOf.get(tip);
    if (end !== undefined) {
      context.fillStyle = tokens['--text'];
      box(end, 1.5);
    }
  }, [scene, path, tip, tokens]);

  useEffect(() => {
    const place = () => {
      if (!frame.current) return;
      const scale = scaleOf(scene);
      const visible = visibleRect(view.current, screen);
      const left = (visible.x - scene.offset.x) * scale.x + scale.left;
      const top = (visible.y - scene.offset.y) * scale.y + scale.top;
      const { style } = frame.current;
      style.transform = `translate(${left}px, ${top}px)`;
      style.width = `${Math.max(6, visible.width * scale.x)}px`;
      style.height = `${Math.max(6, visible.height * scale.y)}px`;
    };
    place();
    return view.followFrames(place);
  }, [scene, view, screen]);

  const move = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      const scale = scaleOf(scene);
      const bounds = boundsOf(scene);
      const x = (event.clientX - box.left - scale.left) / scale.x;
      const y = (event.clientY - box.top - scale.top) / scale.y;
      onMove({
        x: bounds.x + Math.min(bounds.width, Math.max(0, x)),
        y: bounds.y + Math.min(bounds.height, Math.max(0, y)),
      });
    },
    [scene, onMove],
  );

  return (
    <div
      className={styles.minimap}
      data-testid="minimap"
      role="img"
      aria-label={t('minimap')}
      style={{ width: WIDTH, height: HEIGHT }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) move(event);
      }}
    >
      <canvas ref={ref} style={{ width: WIDTH, height: HEIGHT }} />
      <div ref={frame} className={styles.frame} />
    </div>
  );
}

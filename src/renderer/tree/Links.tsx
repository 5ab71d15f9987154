/** The links of the window, as one drawing beneath the nodes: they are looked at and never touched. */
import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { type Layout, middleOf } from '../../shared/layout';
import styles from './Links.module.css';
import type { Scene } from './scene';

/** The curve from a node to its child; it stays within the band between them. */
function curve(layout: Layout, child: number): string {
  const parent = layout.parent[child]!;
  const fromX = middleOf(layout, parent);
  const fromY = layout.y[parent]! + layout.height[parent]!;
  const toX = middleOf(layout, child);
  const toY = layout.y[child]!;
  const half = (fromY + toY) / 2;
  return fromX === toX
    ? `M${fromX} ${fromY}V${toY}`
    : `M${fromX} ${fromY}C${fromX} ${half} ${toX} ${half} ${toX} ${toY}`;
}

export const Links = memo(function Links({
  scene,
  links,
  path,
  far,
}: {
  scene: Scene;
  /** Numbers of the children whose links are drawn. */
  links: readonly number[];
  path: ReadonlySet<string>;
  far: boolean;
}) {
  const { layout, offset } = scene;
  const onPath = (child: number) => path.has(layout.ids[child]!);
  // Those of the path last, so that they lie above the others.
  const ordered = [...links.filter((child) => !onPath(child)), ...links.filter(onPath)];
  return (
    <ViewportPortal>
      <svg
        className={`${styles.links} ${far ? styles.far : ''}`}
        style={{ transform: `translate(${offset.x}px, ${offset.y}px)` }}
        aria-hidden="true"
      >
        {ordered.map((child) => (
          <path
            key={layout.ids[child]}
            className={onPath(child) ? styles.onPath : styles.link}
            data-link={layout.ids[child]}
            d={curve(layout, child)}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
});

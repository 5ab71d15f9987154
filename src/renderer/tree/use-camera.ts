/** Moves the view of the canvas: at once while one drags, gently when the canvas moves by itself. */
import { useReactFlow } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { Viewport } from '../state/drafts';
import type { ViewSignal } from './view-signal';

const DURATION = 260;

export interface Camera {
  /** Where the view is, or is on its way to. */
  readonly target: () => Viewport;
  readonly go: (viewport: Viewport, how?: 'gently' | 'at once') => void;
  /** The person has taken hold of the view: what was under way counts no more. */
  readonly release: () => void;
}

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function useCamera(view: ViewSignal): Camera {
  const flow = useReactFlow();
  const heading = useRef<Viewport | null>(null);
  return useMemo(
    () => ({
      target: () => heading.current ?? view.current,
      go: (viewport, how = 'gently') => {
        const from = heading.current ?? view.current;
        if (viewport.x === from.x && viewport.y === from.y && viewport.zoom === from.zoom) return;
        heading.current = viewport;
        const duration = how === 'at once' || still() ? 0 : DURATION;
        void flow.setViewport(viewport, { duration, interpolate: 'linear' }).then(() => {
          if (heading.current === viewport) heading.current = null;
        });
      },
      release: () => {
        heading.current = null;
      },
    }),
    [flow, view],
  );
}

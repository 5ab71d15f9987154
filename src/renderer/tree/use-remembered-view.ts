/** The view of each conversation, remembered by the screen. */
import { useEffect, useState } from 'react';
import { nodesWithin } from '../../shared/layout';
import { loadViewport, saveViewport, type Viewport } from '../state/drafts';
import { rectOf, type Scene, toLayout } from './scene';
import type { ViewSignal } from './view-signal';
import { clampZoom, openAt, type ScreenSize, visibleRect } from './viewport';

const SAVE_MS = 400;

/** What was remembered of a conversation: undefined until it is known, null when there is nothing. */
export function useRememberedView(conversation: string): Viewport | null | undefined {
  const [known, setKnown] = useState<{ conversation: string; viewport: Viewport | null }>();
  useEffect(() => {
    let current = true;
    const settle = (viewport: Viewport | null) => {
      if (current) setKnown({ conversation, viewport });
    };
    // A screen database that does not open costs the remembered place and nothing else.
    loadViewport(conversation).then(
      (viewport) => settle(viewport ?? null),
      () => settle(null),
    );
    return () => {
      current = false;
    };
  }, [conversation]);
  return known?.conversation === conversation ? known.viewport : undefined;
}

/** Where the canvas opens: where it was left, if anything is to be seen there, else at the tip. */
export function openingView(
  scene: Scene,
  tip: string | null,
  remembered: Viewport | null,
  screen: ScreenSize,
): Viewport {
  if (remembered) {
    const view = { ...remembered, zoom: clampZoom(remembered.zoom) };
    if (nodesWithin(scene.index, toLayout(scene, visibleRect(view, screen))).length > 0) return view;
  }
  const start = rectOf(scene, tip) ?? rectOf(scene, scene.turns.roots[0] ?? null);
  return start ? openAt(start, screen) : { x: 0, y: 0, zoom: 1 };
}

/** Remembers the view as the layout counts it, shortly after it came to rest and when the canvas goes. */
export function useRememberView(conversation: string, view: ViewSignal, offset: Scene['offset']): void {
  useEffect(() => {
    let timer = 0;
    const save = () => {
      window.clearTimeout(timer);
      timer = 0;
      const { x, y, zoom } = view.current;
      // Losing the place on the canvas is no reason to disturb anybody.
      saveViewport(conversation, { x: x + offset.x * zoom, y: y + offset.y * zoom, zoom }).catch(() => {});
    };
    const soon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(save, SAVE_MS);
    };
    const stop = view.follow(soon);
    return () => {
      stop();
      if (timer !== 0) save();
    };
  }, [conversation, view, offset]);
}

/** Keeps in view what should be: the turn the keyboard is on, the tip, and what was searched for. */
import { useEffect, useRef } from 'react';
import { viewActions } from '../state';
import { rectOf, type Scene } from './scene';
import type { TreeState } from './tree-state';
import type { Camera } from './use-camera';
import type { ViewSignal } from './view-signal';
import { reveal, revealKeeping, type ScreenSize, touches, visibleRect } from './viewport';

/** How long a click counts as the cause of a move of the tip. */
const CLICK_MS = 1500;

export function useFollowing({
  scene,
  state,
  camera,
  view,
  screen,
  clicked,
  hit,
}: {
  scene: Scene;
  state: TreeState;
  camera: Camera;
  view: ViewSignal;
  screen: ScreenSize;
  /** The turn clicked last, and when. */
  clicked: { readonly current: { turn: string; at: number } | null };
  hit: string | null;
}): void {
  const { tip, focus, turns } = state;
  // Effects below answer to one change each; what they look at besides is read when it happens.
  const latest = useRef({ scene, screen });
  useEffect(() => {
    latest.current = { scene, screen };
  });

  useEffect(() => {
    const rect = rectOf(latest.current.scene, focus);
    if (rect) camera.go(reveal(camera.target(), rect, latest.current.screen));
  }, [focus, camera]);

  useEffect(() => {
    const rect = rectOf(latest.current.scene, hit);
    if (rect) camera.go(reveal(camera.target(), rect, latest.current.screen));
  }, [hit, camera]);

  const before = useRef({ tip, turns });
  useEffect(() => {
    const was = before.current;
    before.current = { tip, turns };
    if (was.tip === tip || tip === null) return;
    const rect = rectOf(scene, tip);
    if (!rect) return;
    const grown = was.turns !== turns;
    // Where one stood at the end, one stands at the new end.
    if (grown && focus !== null && focus === was.tip) viewActions.setFocus(tip);
    const seen = rectOf(scene, was.tip);
    const wasVisible = seen !== null && touches(visibleRect(view.current, screen), seen);
    // The tip moves within a tree only when somebody chose another branch, and a new prompt is somebody's too.
    const caused = !grown || turns.nodes.get(tip)?.role === 'user';
    if (!wasVisible && !caused) return;
    const click = clicked.current;
    const kept = click !== null && performance.now() - click.at < CLICK_MS ? rectOf(scene, click.turn) : null;
    const from = camera.target();
    camera.go(kept ? revealKeeping(from, rect, kept, screen) : reveal(from, rect, screen));
  }, [tip, turns, scene, focus, screen, view, camera, clicked]);
}

/**
 * Where the canvas looks, for those who follow it frame by frame (overview, far view, zoom display). Kept outside
 * React's state: a pan of sixty frames a second would otherwise render the tree sixty times.
 */
import type { Viewport } from '../state/drafts';

export class ViewSignal {
  #current: Viewport;
  readonly #listeners = new Set<() => void>();

  constructor(initial: Viewport) {
    this.#current = initial;
  }

  get current(): Viewport {
    return this.#current;
  }

  set(viewport: Viewport): void {
    this.#current = viewport;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each move; returns how to stop it. */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Like `follow`, at most once per frame. */
  followFrames(listener: () => void): () => void {
    let frame = 0;
    const stop = this.follow(() => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        listener();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }
}

/** When the panel with the whole message opens and closes. */
import { useEffect, useMemo, useRef, useState } from 'react';

const OPEN_MS = 500;
/** From one node to the next while a panel is open. */
const NEXT_MS = 200;
/** Time to reach the panel from its node. */
const CLOSE_MS = 220;

export interface Shown {
  turn: string;
  /** Opened by key: the pointer does not close it. */
  pinned: boolean;
}

export interface Hover {
  /** The pointer is over a node now, or over none. */
  over: (turn: string | null) => void;
  /** The pointer is in the panel: it stays. */
  stay: () => void;
  pin: (turn: string) => void;
  hide: () => void;
}

export function useHover(): [Shown | null, Hover] {
  const [shown, setShown] = useState<Shown | null>(null);
  const now = useRef<Shown | null>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const hover = useMemo<Hover>(() => {
    const set = (next: Shown | null) => {
      window.clearTimeout(timer.current);
      now.current = next;
      setShown(next);
    };
    const later = (next: Shown | null, after: number) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => set(next), after);
    };
    return {
      over: (turn) => {
        if (now.current?.pinned) return;
        if (turn === null) {
          if (now.current) later(null, CLOSE_MS);
          else window.clearTimeout(timer.current);
        } else if (now.current?.turn === turn) window.clearTimeout(timer.current);
        else later({ turn, pinned: false }, now.current ? NEXT_MS : OPEN_MS);
      },
      stay: () => window.clearTimeout(timer.current),
      pin: (turn) => set({ turn, pinned: true }),
      hide: () => set(null),
    };
  }, []);
  return [shown, hover];
}

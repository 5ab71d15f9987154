/** Scrolls columns of different heights together: each to the same share of its way. */
import { useCallback, useRef } from 'react';

/** A function that registers the scrollable element of column `index`. */
export function useScrollSync(): (index: number, element: HTMLElement) => () => void {
  const columns = useRef(new Map<number, HTMLElement>());
  // Where columns were put from here: their own scroll events must not move the others again.
  const placed = useRef(new WeakMap<HTMLElement, number>());
  return useCallback((index: number, element: HTMLElement) => {
    columns.current.set(index, element);
    const onScroll = () => {
      const expected = placed.current.get(element);
      placed.current.delete(element);
      if (expected !== undefined && Math.abs(expected - element.scrollTop) < 2) return;
      const way = element.scrollHeight - element.clientHeight;
      if (way <= 0) return;
      const share = element.scrollTop / way;
      for (const other of columns.current.values()) {
        if (other === element) continue;
        const target = share * (other.scrollHeight - other.clientHeight);
        if (Math.abs(other.scrollTop - target) < 1) continue;
        other.scrollTop = target;
        placed.current.set(other, other.scrollTop);
      }
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      columns.current.delete(index);
    };
  }, []);
}

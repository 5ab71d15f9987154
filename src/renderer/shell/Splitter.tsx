import { type PointerEvent, useCallback, useEffect, useState } from 'react';
import { create } from 'zustand';
import { loadValue, saveValue } from '../state/drafts';
import styles from './Splitter.module.css';

interface PaneSizes {
  library: number;
  reader: number;
  libraryOpen: boolean;
}

const useSizes = create<PaneSizes>()(() => ({
  library: window.innerWidth < 1200 ? 220 : 268,
  reader: Math.round(Math.min(680, Math.max(420, window.innerWidth * 0.4))),
  libraryOpen: true,
}));

let loaded = false;

/** Shows or hides the library. */
export function toggleLibrary(): void {
  useSizes.setState((state) => ({ libraryOpen: !state.libraryOpen }));
  void saveValue('panes', useSizes.getState());
}

/** Widths of the panes in CSS pixels, remembered by the screen. */
export function usePaneSizes() {
  const sizes = useSizes();
  useEffect(() => {
    if (loaded) return;
    loaded = true;
    void loadValue<PaneSizes>('panes').then((known) => known && useSizes.setState(known));
  }, []);
  const set = useCallback((patch: Partial<PaneSizes>) => {
    useSizes.setState(patch);
    void saveValue('panes', useSizes.getState());
  }, []);
  return {
    ...sizes,
    setLibrary: (library: number) => set({ library }),
    setReader: (reader: number) => set({ reader }),
  };
}

/** A draggable edge between two panes; arrow keys move it too. `reverse`: the sized pane is on its right. */
export function Splitter({
  label,
  value,
  onChange,
  min,
  max,
  reverse,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  reverse?: boolean;
}) {
  const [dragging, setDragging] = useState(false);
  const clamp = (next: number) => Math.round(Math.min(max, Math.max(min, next)));
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const from = event.clientX;
    const base = value;
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    setDragging(true);
    const move = (at: globalThis.PointerEvent) =>
      onChange(clamp(base + (at.clientX - from) * (reverse ? -1 : 1)));
    const end = () => {
      setDragging(false);
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged and focused
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={`${styles.splitter} ${dragging ? styles.dragging : ''}`}
      onPointerDown={start}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? -16 : event.key === 'ArrowRight' ? 16 : 0;
        if (by === 0) return;
        event.preventDefault();
        onChange(clamp(value + by * (reverse ? -1 : 1)));
      }}
    />
  );
}

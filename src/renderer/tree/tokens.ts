/** The colours of the theme, for what is painted on a canvas element. */
import { useMemo, useSyncExternalStore } from 'react';

function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Values of tokens by name (`--user`), read anew when the theme changes. `names` must be a constant. */
export function useTokens<K extends string>(names: readonly K[]): Record<K, string> {
  const theme = useSyncExternalStore(followTheme, () => document.documentElement.dataset.theme ?? '');
  return useMemo(() => {
    // The theme is what makes the values stale: it is read so that they are computed anew.
    void theme;
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()])) as Record<
      K,
      string
    >;
  }, [names, theme]);
}

/** Sizes a canvas element for the screen's pixels and returns its context, in CSS pixels. */
export function contextFor(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const pixelWidth = Math.max(1, Math.round(width * ratio));
  const pixelHeight = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

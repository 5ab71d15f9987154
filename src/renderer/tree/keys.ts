/** Which key does what on the canvas. Pure, so that it can be tested and shown in the help. */
import type { Step } from './navigate';

export type Command =
  | { do: 'step'; step: Step }
  | {
      do:
        | 'continue'
        | 'preview'
        | 'select'
        | 'fit'
        | 'zoom-in'
        | 'zoom-out'
        | 'zoom-reset'
        | 'edit'
        | 'compare'
        | 'delete'
        | 'menu'
        | 'close'
        | 'page-up'
        | 'page-down';
    };

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing?: boolean;
}

const step = (name: Step): Command => ({ do: 'step', step: name });

const KEYS: Record<string, Command> = {
  ArrowUp: step('up'),
  ArrowDown: step('down'),
  ArrowLeft: step('left'),
  ArrowRight: step('right'),
  Home: step('root'),
  End: step('tip'),
  '[': step('previous-branch-point'),
  ']': step('next-branch-point'),
  Enter: { do: 'continue' },
  ' ': { do: 'preview' },
  x: { do: 'select' },
  f: { do: 'fit' },
  '+': { do: 'zoom-in' },
  '=': { do: 'zoom-in' },
  '-': { do: 'zoom-out' },
  '0': { do: 'zoom-reset' },
  e: { do: 'edit' },
  c: { do: 'compare' },
  Delete: { do: 'delete' },
  m: { do: 'menu' },
  ContextMenu: { do: 'menu' },
  Escape: { do: 'close' },
  PageUp: { do: 'page-up' },
  PageDown: { do: 'page-down' },
};

/** What a key does on the canvas; null: it is none of the canvas's business. */
export function commandFor(press: KeyPress): Command | null {
  if (press.isComposing) return null;
  if (press.key === 'F10' && press.shiftKey) return { do: 'menu' };
  // Many keyboards write brackets with AltGr, which some systems report as Ctrl and Alt together.
  const written = press.ctrlKey && press.altKey && (press.key === '[' || press.key === ']');
  if (!written && (press.ctrlKey || press.metaKey || press.altKey)) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return KEYS[key] ?? null;
}

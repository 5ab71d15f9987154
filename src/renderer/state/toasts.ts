/** Short messages at the edge of the window, with an action (most often "Undo"). */
import { create } from 'zustand';

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'success' | 'error';
  action?: { label: string; run: () => void };
}

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

let next = 1;

/** Shows a message; errors and those with an action stay longer. */
export function toast(options: { text: string; kind?: Toast['kind']; action?: Toast['action'] }): void {
  const item: Toast = {
    id: next++,
    text: options.text,
    kind: options.kind ?? 'info',
    action: options.action,
  };
  useToasts.setState((state) => ({ toasts: [...state.toasts.slice(-3), item] }));
  window.setTimeout(() => dismissToast(item.id), item.action || item.kind === 'error' ? 10_000 : 4_000);
}

export function dismissToast(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((item) => item.id !== id) }));
}

/** Says what went wrong in a sentence. Every action of the screen that can fail ends here. */
export function toastError(error: unknown): void {
  toast({ text: error instanceof Error ? error.message : String(error), kind: 'error' });
}

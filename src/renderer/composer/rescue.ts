/**
 * The last letters before the window goes. A write to the database that is begun then is not carried out; this store
 * is written at once. What is here is moved to the database when its draft is opened again.
 */
import type { Draft } from '../state/drafts';

type Rescued = Pick<Draft, 'text' | 'parts'>;

const keyOf = (key: string) => `astwerk-draft:${key}`;

/** Puts a draft aside. Attachments that do not fit are left to what the database has; the words come first. */
export function putAside(key: string, draft: Rescued, store: Storage = localStorage): void {
  for (const kept of [draft, { text: draft.text, parts: null }]) {
    try {
      store.setItem(keyOf(key), JSON.stringify(kept));
      return;
    } catch {
      // Full, or not allowed: the shorter form is tried, and then the database alone keeps the draft.
    }
  }
}

/** Takes back what was put aside, over what the database has; undefined when nothing was. */
export function takeBack(
  key: string,
  stored: Rescued | undefined,
  store: Storage = localStorage,
): Rescued | undefined {
  try {
    const found = store.getItem(keyOf(key));
    if (found === null) return undefined;
    store.removeItem(keyOf(key));
    const { text, parts } = JSON.parse(found) as { text: unknown; parts: unknown };
    if (typeof text !== 'string') return undefined;
    return { text, parts: Array.isArray(parts) ? (parts as Draft['parts']) : (stored?.parts ?? []) };
  } catch {
    return undefined;
  }
}

/** Drops what was put aside: the draft was sent, or is in the database. */
export function dropAside(key: string, store: Storage = localStorage): void {
  try {
    store.removeItem(keyOf(key));
  } catch {
    // Not allowed: then nothing was put aside either.
  }
}

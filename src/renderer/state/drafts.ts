/** What is the screen's own, in Dexie: drafts, prompt history, viewports, folds, sizes. Deleting it loses no conversation. */
import Dexie, { type EntityTable } from 'dexie';
import type { Part } from '../../shared/model';

export interface Draft {
  /** Conversation id, `new`, or `<conversation>:edit:<message>`. */
  key: string;
  text: string;
  parts: Part[];
  updatedAt: number;
}

interface HistoryEntry {
  id: number;
  conversation: string;
  text: string;
}

interface Keyed<T> {
  key: string;
  value: T;
}

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

class ScreenDatabase extends Dexie {
  drafts!: EntityTable<Draft, 'key'>;
  history!: EntityTable<HistoryEntry, 'id'>;
  viewports!: EntityTable<Keyed<Viewport>, 'key'>;
  folds!: EntityTable<Keyed<string[]>, 'key'>;
  values!: EntityTable<Keyed<unknown>, 'key'>;

  constructor() {
    super('astwerk-screen');
    this.version(1).stores({
      drafts: 'key',
      history: '++id, conversation',
      viewports: 'key',
      folds: 'key',
      values: 'key',
    });
  }
}

const database = new ScreenDatabase();

/** Prompts remembered per conversation. */
const HISTORY_KEPT = 200;

export async function loadDraft(key: string): Promise<Draft | undefined> {
  return database.drafts.get(key);
}

/** Stores a draft, or forgets it when it is empty. */
export async function saveDraft(key: string, text: string, parts: Part[] = []): Promise<void> {
  if (text === '' && parts.length === 0) await database.drafts.delete(key);
  else await database.drafts.put({ key, text, parts, updatedAt: Date.now() });
}

/** Prompts sent in a conversation, newest first. */
export async function promptHistory(conversation: string): Promise<string[]> {
  const entries = await database.history.where('conversation').equals(conversation).sortBy('id');
  return entries.reverse().map((entry) => entry.text);
}

export async function rememberPrompt(conversation: string, text: string): Promise<void> {
  if (text.trim() === '') return;
  await database.history.add({ conversation, text });
  const keys = await database.history.where('conversation').equals(conversation).primaryKeys();
  if (keys.length > HISTORY_KEPT)
    await database.history.bulkDelete(keys.slice(0, keys.length - HISTORY_KEPT));
}

export async function loadViewport(conversation: string): Promise<Viewport | undefined> {
  return (await database.viewports.get(conversation))?.value;
}

export async function saveViewport(conversation: string, value: Viewport): Promise<void> {
  await database.viewports.put({ key: conversation, value });
}

export async function loadFolds(conversation: string): Promise<string[]> {
  return (await database.folds.get(conversation))?.value ?? [];
}

export async function saveFolds(conversation: string, value: string[]): Promise<void> {
  await database.folds.put({ key: conversation, value });
}

/** A small value of the screen (panel sizes, last export options, place in the reader). */
export async function loadValue<T>(key: string): Promise<T | undefined> {
  return (await database.values.get(key))?.value as T | undefined;
}

export async function saveValue(key: string, value: unknown): Promise<void> {
  await database.values.put({ key, value });
}

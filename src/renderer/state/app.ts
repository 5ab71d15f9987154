/** State of the whole window: library, settings, connection, dialogs. What belongs to one conversation is in `view.ts`. */
import { create } from 'zustand';
import type { ConversationSummary } from '../../shared/model';
import type { AppInfo, SearchHit } from '../../shared/rpc/contract';
import { DEFAULT_SETTINGS, type ModelInfo, type Settings } from '../../shared/rpc/settings';

export type DialogState =
  | { kind: 'settings'; tab?: 'general' | 'providers' | 'data' }
  | { kind: 'import'; files?: File[] }
  | { kind: 'export'; conversation: string; tip: string | null }
  | { kind: 'help' }
  | { kind: 'trash' }
  | { kind: 'rename'; conversation: string };

export interface Highlight {
  conversation: string;
  message: string;
  /** What was searched for. */
  text: string;
}

export interface AppState {
  connection: 'connecting' | 'open' | 'lost';
  info: AppInfo | null;
  settings: Settings;
  models: ModelInfo[];
  defaultModel: string;
  /** By last activity, newest first; archived ones apart. */
  conversations: ConversationSummary[];
  archived: ConversationSummary[];
  conversationsLoaded: boolean;
  loadError: string | null;
  selected: string | null;
  dialog: DialogState | null;
  highlight: Highlight | null;
  /** Conversations in which an answer is under way. */
  running: ReadonlySet<string>;
}

export const useApp = create<AppState>()(() => ({
  connection: 'connecting',
  info: null,
  settings: DEFAULT_SETTINGS,
  models: [],
  defaultModel: 'demo',
  conversations: [],
  archived: [],
  conversationsLoaded: false,
  loadError: null,
  selected: null,
  dialog: null,
  highlight: null,
  running: new Set(),
}));

/** Puts a changed or new conversation where its last activity belongs. */
export function placeConversation(conversation: ConversationSummary): void {
  useApp.setState((state) => ({
    conversations: place(state.conversations, conversation, !conversation.archived),
    archived: place(state.archived, conversation, conversation.archived),
  }));
}

export function dropConversation(id: string): void {
  useApp.setState((state) => ({
    conversations: state.conversations.filter((item) => item.id !== id),
    archived: state.archived.filter((item) => item.id !== id),
  }));
}

function place(
  list: ConversationSummary[],
  item: ConversationSummary,
  belongs: boolean,
): ConversationSummary[] {
  const at = list.findIndex((other) => other.id === item.id);
  if (at === -1 && !belongs) return list;
  if (at !== -1 && belongs && list[at]!.updatedAt === item.updatedAt) return list.with(at, item);
  const rest = at === -1 ? list : list.toSpliced(at, 1);
  if (!belongs) return rest;
  const before = rest.findIndex((other) => other.updatedAt < item.updatedAt);
  return rest.toSpliced(before === -1 ? rest.length : before, 0, item);
}

export type { SearchHit };

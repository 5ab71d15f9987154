/** Settings, providers and models as the screen sees them. Keys never travel to the screen. */

export type ProviderKind = 'demo' | 'anthropic' | 'openai' | 'google' | 'openai-compatible';

export interface ProviderConfig {
  /** `demo`, `anthropic`, `openai`, `google`, or a name of the user's own (`[a-z0-9-]{1,40}`). */
  id: string;
  kind: ProviderKind;
  label: string;
  /** Null: the provider's own address. Without a trailing slash. */
  baseUrl: string | null;
  /** OpenAI only: which of its two interfaces is spoken. */
  api?: 'chat' | 'responses';
  /** Model ids offered; the user may type any other. */
  models: string[];
  enabled: boolean;
}

/** Where a key comes from; the key itself is never told. */
export type KeyStatus =
  | { state: 'none' }
  | { state: 'set'; from: 'environment' | 'keychain' | 'file'; hint: string }
  | { state: 'not-needed' };

export interface ProviderView extends ProviderConfig {
  key: KeyStatus;
  /** Name of the environment variable that is read for the key, if any. */
  keyEnv: string | null;
}

export interface ModelInfo {
  /** `provider/model`; `demo` for the demo model. */
  id: string;
  provider: string;
  label: string;
  /** Tokens of the context window, null when unknown. */
  contextWindow: number | null;
  vision: boolean;
  /** False when its provider has no key yet. */
  ready: boolean;
}

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'system' | 'en' | 'de';

export interface Settings {
  theme: Theme;
  language: Language;
  /** Model id for new conversations; null: the first ready provider's, else the demo model. */
  defaultModel: string | null;
  /** Enter sends and Shift+Enter breaks the line, or Ctrl/Cmd+Enter sends. */
  sendWith: 'enter' | 'mod-enter';
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  language: 'system',
  defaultModel: null,
  sendWith: 'enter',
};

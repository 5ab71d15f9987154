/** Providers known from the start, and what is known of their models (names as of 2026-12). */
import type { ProviderConfig } from '../../../shared/rpc/settings';

export interface Preset extends ProviderConfig {
  /** Environment variables read for the key, first one first. */
  keyEnv: string[];
  /** Local servers answer without a key. */
  keyNeeded: boolean;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'anthropic',
    kind: 'anthropic',
    label: 'Anthropic',
    baseUrl: null,
    models: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-6'],
    enabled: true,
    keyEnv: ['ANTHROPIC_API_KEY'],
    keyNeeded: true,
  },
  {
    id: 'openai',
    kind: 'openai',
    label: 'OpenAI',
    baseUrl: null,
    api: 'responses',
    models: ['gpt-6.1-sol', 'gpt-6.1-terra', 'gpt-6-luna', 'gpt-5.4-mini'],
    enabled: true,
    keyEnv: ['OPENAI_API_KEY'],
    keyNeeded: true,
  },
  {
    id: 'google',
    kind: 'google',
    label: 'Google',
    baseUrl: null,
    models: ['gemini-pro-latest', 'gemini-flash-latest', 'gemini-flash-lite-latest'],
    enabled: true,
    keyEnv: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    keyNeeded: true,
  },
  {
    id: 'openrouter',
    kind: 'openai-compatible',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    models: [],
    enabled: true,
    keyEnv: ['OPENROUTER_API_KEY'],
    keyNeeded: true,
  },
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1'),
  local('llama-cpp', 'llama.cpp', 'http://127.0.0.1:8080/v1'),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  local('lm-studio', 'LM Studio', 'http://127.0.0.1:1234/v1'),
];

function local(id: string, label: string, baseUrl: string): Preset {
  return {
    id,
    kind: 'openai-compatible',
    label,
    baseUrl,
    models: [],
    enabled: true,
    keyEnv: [variableFor(id)],
    keyNeeded: false,
  };
}

/** The environment variable of a provider that someone added: `ASTWERK_KEY_MY_SERVER` for `my-server`. */
export function variableFor(id: string): string {
  return `ASTWERK_KEY_${id.toUpperCase().replaceAll('-', '_')}`;
}

/** Tokens of a model's context window as its provider documents it (2026-12); null where we do not know. */
export function contextWindowOf(kind: ProviderConfig['kind'], model: string): number | null {
  if (kind === 'anthropic') return 200_000;
  if (kind === 'google') return 1_048_576;
  if (kind === 'openai' && /^gpt-5/.test(model)) return 400_000;
  return null;
}

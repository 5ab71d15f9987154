/** A model that can be called, from a provider's settings and key. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderConfig } from '../../../shared/rpc/settings';
import { demoModel } from './demo';

export interface CallableModel {
  model: LanguageModelV4;
  /** Options of the provider for each call. */
  options: SharedV4ProviderOptions;
}

/**
 * @param model the provider's own name of it
 * @param key null: none is sent
 */
export function callableModel(config: ProviderConfig, model: string, key: string | null): CallableModel {
  // Headers named here identify the program; providers ask for it and some show it to their users.
  const headers = { 'X-Title': 'Astwerk' };
  const baseURL = config.baseUrl ?? undefined;
  switch (config.kind) {
    case 'demo':
      return { model: demoModel(), options: {} };
    case 'anthropic':
      return { model: createAnthropic({ apiKey: key ?? '', baseURL })(model), options: {} };
    case 'openai': {
      const provider = createOpenAI({ apiKey: key ?? '', baseURL });
      if (config.api === 'chat') return { model: provider.chat(model), options: {} };
      // Nothing is left with the provider: reasoning comes back encrypted and goes with the next request.
      return {
        model: provider.responses(model),
        options: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
      };
    }
    case 'google':
      return { model: createGoogle({ apiKey: key ?? '', baseURL })(model), options: {} };
    case 'openai-compatible':
      if (baseURL === undefined)
        throw new Error(`${config.label} has no base URL. Enter it in the settings.`);
      return {
        model: createOpenAICompatible({
          name: config.id,
          baseURL,
          ...(key === null ? {} : { apiKey: key }),
          headers,
          includeUsage: true,
        })(model),
        options: {},
      };
  }
}

/**
 * Names of the models a provider offers, asked of its own list.
 * @throws Error with `status` on a refusal
 */
export async function listModels(config: ProviderConfig, key: string | null): Promise<string[]> {
  const { url, headers } = listing(config, key);
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status });
  const body = (await response.json()) as { data?: { id?: unknown }[]; models?: { name?: unknown }[] };
  const names = body.data?.map((item) => item.id) ?? body.models?.map((item) => item.name) ?? [];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace(/^models\//, ''))
    .filter((name) => !/embed|whisper|tts|image|moderation|transcribe|realtime/i.test(name))
    .sort();
}

function listing(
  config: ProviderConfig,
  key: string | null,
): { url: string; headers: Record<string, string> } {
  switch (config.kind) {
    case 'anthropic':
      return {
        url: `${config.baseUrl ?? 'https://api.anthropic.com/v1'}/models?limit=1000`,
        headers: { 'anthropic-version': '2023-06-01', ...(key ? { 'x-api-key': key } : {}) },
      };
    case 'google':
      return {
        url: `${config.baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta'}/models?pageSize=1000`,
        headers: key ? { 'x-goog-api-key': key } : {},
      };
    default:
      return {
        url: `${config.baseUrl ?? 'https://api.openai.com/v1'}/models`,
        headers: key ? { authorization: `Bearer ${key}` } : {},
      };
  }
}

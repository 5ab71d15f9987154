/** Providers as they are set up: presets, what a person changed or added, and their models. */

import { join } from 'node:path';
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { JsonValue } from '../../../shared/model';
import type { Reader } from '../../../shared/projection';
import type { ModelInfo, ProviderConfig, ProviderView } from '../../../shared/rpc/settings';
import type { ProviderService } from '../rpc/services';
import { StoreError } from '../store';
import { Keys, type SecretBox } from './keys';
import { callableModel, listModels } from './models';
import { contextWindowOf, PRESETS, variableFor } from './presets';

export interface ProvidersOptions {
  settings: { get(key: string): JsonValue | undefined; set(key: string, value: JsonValue): void };
  dataDirectory: string;
  secrets: SecretBox | null;
  environment: Record<string, string | undefined>;
}

/** What a run needs to call a model. */
export interface ResolvedModel {
  /** `provider/model`. */
  id: string;
  provider: ProviderConfig;
  model: LanguageModelV4;
  options: SharedV4ProviderOptions;
  reader: Reader;
  /** Strings that must never be told on. */
  secrets: string[];
}

export interface Providers extends ProviderService {
  /** @throws StoreError BAD_REQUEST with what is missing (provider, key, address) */
  resolve(modelId: string): ResolvedModel;
}

const DEMO: ProviderConfig = {
  id: 'demo',
  kind: 'demo',
  label: 'Demo',
  baseUrl: null,
  models: ['demo'],
  enabled: true,
};

/** Name of the file of keys: beside the database, never in it. */
const KEYS_FILE = 'keys.json';
const SETTING = 'providers';

export function createProviders(options: ProvidersOptions): Providers {
  const keys = new Keys({
    file: join(options.dataDirectory, KEYS_FILE),
    secrets: options.secrets,
    environment: options.environment,
  });

  const changed = (): Record<string, ProviderConfig | null> =>
    (options.settings.get(SETTING) as unknown as Record<string, ProviderConfig | null> | undefined) ?? {};

  const preset = (id: string) => PRESETS.find((item) => item.id === id);
  const variables = (id: string): string[] => preset(id)?.keyEnv ?? [variableFor(id)];

  function configs(): ProviderConfig[] {
    const stored = changed();
    const known = PRESETS.map(({ keyEnv: _, keyNeeded: __, ...config }) => stored[config.id] ?? config);
    const added = Object.values(stored).filter(
      (config): config is ProviderConfig => config !== null && !preset(config.id),
    );
    return [DEMO, ...known, ...added];
  }

  function find(id: string): ProviderConfig {
    const config = configs().find((item) => item.id === id);
    if (!config) throw new StoreError('NOT_FOUND', `There is no provider “${id}”.`);
    return config;
  }

  /** A key is wanted at the providers' own addresses; a server of one's own may do without. */
  function keyNeeded(config: ProviderConfig): boolean {
    if (config.kind === 'demo') return false;
    return preset(config.id)?.keyNeeded ?? config.kind !== 'openai-compatible';
  }

  function view(config: ProviderConfig): ProviderView {
    if (config.kind === 'demo') return { ...config, key: { state: 'not-needed' }, keyEnv: null };
    const status = keys.status(config.id, variables(config.id));
    return {
      ...config,
      key: status.state === 'none' && !keyNeeded(config) ? { state: 'not-needed' } : status,
      keyEnv: variables(config.id)[0] ?? null,
    };
  }

  function ready(config: ProviderConfig): boolean {
    return !keyNeeded(config) || keys.status(config.id, variables(config.id)).state === 'set';
  }

  function modelId(config: ProviderConfig, model: string): string {
    return config.kind === 'demo' ? 'demo' : `${config.id}/${model}`;
  }

  return {
    list: () => configs().map(view),

    save(config) {
      if (config.id === DEMO.id) throw new StoreError('BAD_REQUEST', 'The demo model has nothing to set.');
      const base = preset(config.id);
      if (base && base.kind !== config.kind)
        throw new StoreError(
          'BAD_REQUEST',
          `“${config.id}” is ${base.label}. Choose another id for your own provider.`,
        );
      if (config.kind === 'openai-compatible' && config.baseUrl === null)
        throw new StoreError(
          'BAD_REQUEST',
          `${config.label} needs a base URL, such as http://127.0.0.1:8080/v1.`,
        );
      const clean: ProviderConfig = { ...config, baseUrl: config.baseUrl?.replace(/\/+$/, '') ?? null };
      options.settings.set(SETTING, { ...changed(), [config.id]: clean } as unknown as JsonValue);
      return view(clean);
    },

    remove(id) {
      const stored = changed();
      if (!(id in stored)) return false;
      const { [id]: _, ...rest } = stored;
      options.settings.set(SETTING, rest as unknown as JsonValue);
      // A preset goes back to what it was and keeps its key; one's own goes whole.
      if (!preset(id)) keys.clear(id);
      return true;
    },

    setKey(id, key) {
      const config = find(id);
      keys.set(id, key);
      return view(config);
    },

    clearKey(id) {
      const config = find(id);
      keys.clear(id);
      return view(config);
    },

    async test(id) {
      const config = find(id);
      if (config.kind === 'demo')
        return { ok: true, message: 'The demo model always answers.', models: ['demo'] };
      try {
        const models = await listModels(config, keys.get(id, variables(id)));
        return { ok: true, message: `${config.label} answers and offers ${models.length} models.`, models };
      } catch (error) {
        const status = (error as { status?: number }).status;
        const message =
          status === 401 || status === 403
            ? `${config.label} refused the key.`
            : status !== undefined
              ? `${config.label} answered with HTTP ${status}. Check the base URL.`
              : `${config.label} was not reached at ${config.baseUrl ?? 'its address'}. Is it running, and is the address right?`;
        return { ok: false, message, models: [] };
      }
    },

    models: () =>
      configs()
        .filter((config) => config.enabled)
        .flatMap((config) => {
          const usable = ready(config);
          return config.models.map(
            (model): ModelInfo => ({
              id: modelId(config, model),
              provider: config.id,
              label: config.kind === 'demo' ? 'Demo' : model,
              contextWindow: contextWindowOf(config.kind, model),
              vision: config.kind !== 'openai-compatible' || VISION.test(model),
              ready: usable,
            }),
          );
        }),

    defaultModel() {
      for (const config of configs()) {
        // A local server is ready without a key whether it runs or not: only a set key says that it is wanted.
        if (config.kind === 'demo' || !config.enabled || config.models.length === 0) continue;
        if (keys.status(config.id, variables(config.id)).state === 'set')
          return modelId(config, config.models[0]!);
      }
      return 'demo';
    },

    resolve(id) {
      const slash = id.indexOf('/');
      const config = find(slash === -1 ? id : id.slice(0, slash));
      if (slash === -1 && config.kind !== 'demo')
        throw new StoreError('BAD_REQUEST', `“${id}” names no model. Models are named provider/model.`);
      if (!config.enabled)
        throw new StoreError(
          'BAD_REQUEST',
          `${config.label} is switched off. Switch it on in the settings, or choose another model.`,
        );
      const key = config.kind === 'demo' ? null : keys.get(config.id, variables(config.id));
      if (key === null && keyNeeded(config))
        throw new StoreError(
          'BAD_REQUEST',
          `${config.label} has no key yet. Enter it in the settings, or choose another model.`,
        );
      const name = config.kind === 'demo' ? 'demo' : id.slice(slash + 1);
      const vision = config.kind !== 'openai-compatible' || VISION.test(name);
      return {
        id,
        provider: config,
        ...callableModel(config, name, key),
        reader: { model: id, vision, tools: true },
        secrets: key === null ? [] : [key],
      };
    },
  };
}

/** Open models that are known to see, by their names. */
const VISION =
  /vision|llava|-vl\b|vl[-:]|gemma-?3|gemma-?4|pixtral|minicpm-v|gpt-|claude|gemini|llama-?4|qwen3\.5/i;

/** Which model answers next, and the list one chooses from. */
import type { ModelInfo } from '../../shared/rpc/settings';

export interface ModelGroup {
  provider: string;
  label: string;
  ready: boolean;
  models: ModelInfo[];
}

/** Models in one list at most; more are found by typing. */
const SHOWN = 200;

const PROVIDERS: Record<string, string> = {
  anthropic: 'Anthropic',
  demo: 'Demo',
  google: 'Google',
  openai: 'OpenAI',
};

/** Models that match what was typed, by provider; those that can answer now come first. */
export function groupModels(models: readonly ModelInfo[], filter: string): ModelGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ModelGroup>();
  let shown = 0;
  for (const model of [...models].sort((a, b) => Number(b.ready) - Number(a.ready))) {
    const text = `${model.id} ${model.label}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    if (++shown > SHOWN) break;
    const key = `${model.provider} ${model.ready}`;
    const group = groups.get(key);
    if (group) group.models.push(model);
    else
      groups.set(key, {
        provider: model.provider,
        label: PROVIDERS[model.provider] ?? model.provider,
        ready: model.ready,
        models: [model],
      });
  }
  return [...groups.values()];
}

/** Whether an id can be sent: a model of the list, or any other of one of its providers. */
export function isKnownModel(models: readonly ModelInfo[], id: string): boolean {
  return models.some(
    (model) => model.id === id || (model.provider !== 'demo' && id.startsWith(`${model.provider}/`)),
  );
}

/** The model that the next answer comes from. A conversation from elsewhere may name one that is none of ours. */
export function currentModel(models: readonly ModelInfo[], chosen: string | null, fallback: string): string {
  return chosen !== null && (models.length === 0 || isKnownModel(models, chosen)) ? chosen : fallback;
}

/** The model meant by a name typed after `/model`: an id, else the one that alone matches, else all that do. */
export function findModel(
  models: readonly ModelInfo[],
  name: string,
): { id: string } | { matches: string[] } {
  const wanted = name.toLowerCase();
  const exact = models.find(
    (model) => model.id.toLowerCase() === wanted || model.label.toLowerCase() === wanted,
  );
  if (exact) return { id: exact.id };
  const matches = groupModels(models, name).flatMap((group) => group.models);
  if (matches.length === 1) return { id: matches[0]!.id };
  if (matches.length === 0 && isKnownModel(models, name)) return { id: name };
  return { matches: matches.map((model) => model.id) };
}

/** A model's name for people. */
export function modelLabel(models: readonly ModelInfo[], id: string): string {
  return models.find((model) => model.id === id)?.label ?? id.slice(id.indexOf('/') + 1);
}

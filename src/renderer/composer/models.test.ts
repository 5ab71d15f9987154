import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../shared/rpc/settings';
import { currentModel, findModel, groupModels, isKnownModel, modelLabel } from './models';

const model = (id: string, ready: boolean, label = id): ModelInfo => ({
  id,
  provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : id,
  label,
  contextWindow: null,
  vision: false,
  ready,
});

const models = [
  model('openai/gpt-large', false),
  model('anthropic/claude-large', true, 'Claude Large'),
  model('anthropic/claude-small', true, 'Claude Small'),
  model('demo', true, 'Demo model'),
];

describe('groupModels', () => {
  it('puts those that can answer first', () => {
    expect(groupModels(models, '').map((group) => [group.label, group.models.length])).toEqual([
      ['Anthropic', 2],
      ['Demo', 1],
      ['OpenAI', 1],
    ]);
  });

  it('filters by all words, in id and label', () => {
    expect(groupModels(models, 'LARGE claude').flatMap((group) => group.models.map((m) => m.id))).toEqual([
      'anthropic/claude-large',
    ]);
    expect(groupModels(models, 'nothing')).toEqual([]);
  });
});

describe('currentModel', () => {
  it('takes what was chosen where it is one of ours', () => {
    expect(currentModel(models, 'demo', 'anthropic/claude-large')).toBe('demo');
    expect(currentModel(models, 'anthropic/other', 'demo')).toBe('anthropic/other');
    expect(currentModel(models, 'gpt-4', 'demo')).toBe('demo');
    expect(currentModel(models, null, 'demo')).toBe('demo');
  });
});

describe('findModel', () => {
  it('finds by id, label and a part that only one has', () => {
    expect(findModel(models, 'DEMO')).toEqual({ id: 'demo' });
    expect(findModel(models, 'claude small')).toEqual({ id: 'anthropic/claude-small' });
    expect(findModel(models, 'gpt')).toEqual({ id: 'openai/gpt-large' });
  });

  it('takes an unlisted model of a known provider and tells of several matches', () => {
    expect(findModel(models, 'openai/new')).toEqual({ id: 'openai/new' });
    expect(findModel(models, 'claude')).toEqual({
      matches: ['anthropic/claude-large', 'anthropic/claude-small'],
    });
    expect(findModel(models, 'unheard')).toEqual({ matches: [] });
  });
});

describe('names', () => {
  it('knows models and names them', () => {
    expect(isKnownModel(models, 'demo/x')).toBe(false);
    expect(modelLabel(models, 'anthropic/claude-small')).toBe('Claude Small');
    expect(modelLabel(models, 'openai/new')).toBe('new');
  });
});

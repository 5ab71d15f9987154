import { describe, expect, it } from 'vitest';
import { dropAside, putAside, takeBack } from './rescue';

function storage(most = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > most) throw new Error('full');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

const file = { type: 'file' as const, blob: null, mediaType: 'text/plain', name: 'a', text: 'x'.repeat(200) };

describe('what is put aside', () => {
  it('comes back once', () => {
    const store = storage();
    putAside('new', { text: 'late', parts: [file] }, store);
    expect(takeBack('new', undefined, store)).toEqual({ text: 'late', parts: [file] });
    expect(takeBack('new', undefined, store)).toBeUndefined();
  });

  it('keeps the words and the stored attachments where the whole does not fit', () => {
    const store = storage(100);
    putAside('new', { text: 'late', parts: [file] }, store);
    expect(takeBack('new', { text: 'early', parts: [file] }, store)).toEqual({ text: 'late', parts: [file] });
  });

  it('does not come back once it is dropped', () => {
    const store = storage();
    putAside('new', { text: 'sent', parts: [] }, store);
    dropAside('new', store);
    expect(takeBack('new', undefined, store)).toBeUndefined();
  });

  it('ignores what cannot be read', () => {
    const store = storage();
    store.setItem('astwerk-draft:new', '{');
    expect(takeBack('new', undefined, store)).toBeUndefined();
  });
});

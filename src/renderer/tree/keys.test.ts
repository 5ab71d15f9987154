import { describe, expect, it } from 'vitest';
import { commandFor, type KeyPress } from './keys';

const press = (key: string, over: Partial<KeyPress> = {}) =>
  commandFor({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...over });

describe('keys of the canvas', () => {
  it('walks with arrows, Home, End and brackets', () => {
    expect(press('ArrowUp')).toEqual({ do: 'step', step: 'up' });
    expect(press('End')).toEqual({ do: 'step', step: 'tip' });
    expect(press('[')).toEqual({ do: 'step', step: 'previous-branch-point' });
    expect(press(']', { ctrlKey: true, altKey: true })).toEqual({ do: 'step', step: 'next-branch-point' });
  });

  it('takes letters in either case', () => {
    expect(press('E', { shiftKey: true })).toEqual({ do: 'edit' });
    expect(press('x')).toEqual({ do: 'select' });
  });

  it('leaves chords and input methods alone', () => {
    expect(press('e', { ctrlKey: true })).toBe(null);
    expect(press('f', { metaKey: true })).toBe(null);
    expect(press('ArrowUp', { altKey: true })).toBe(null);
    expect(press('Enter', { isComposing: true })).toBe(null);
    expect(press('q')).toBe(null);
    expect(press('F10')).toBe(null);
  });

  it('opens the menu with the menu key, Shift+F10 and M', () => {
    for (const command of [press('ContextMenu'), press('F10', { shiftKey: true }), press('m')])
      expect(command).toEqual({ do: 'menu' });
  });
});

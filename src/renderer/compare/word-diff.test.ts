import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffPiece, diffCounts, wordDiff } from './word-diff';

const joined = (pieces: DiffPiece[], without: DiffPiece['kind']) =>
  pieces
    .filter((piece) => piece.kind !== without)
    .map((piece) => piece.text)
    .join('');

describe('wordDiff', () => {
  it('gives both texts back, character for character', () => {
    const word = fc.constantFrom('a', 'tree', ' ', '  ', '\n', '. ', 'Zweig', '木', '👩‍👩‍👧', 'x1', '- ');
    const text = fc.oneof(
      fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, text, (base, other) => {
        const pieces = wordDiff(base, other);
        expect(joined(pieces, 'added')).toBe(base);
        expect(joined(pieces, 'removed')).toBe(other);
        expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('marks words and not letters', () => {
    expect(wordDiff('The tree grows slowly.', 'The tree grew slowly.')).toEqual([
      { kind: 'same', text: 'The tree ' },
      { kind: 'removed', text: 'grows' },
      { kind: 'added', text: 'grew' },
      { kind: 'same', text: ' slowly.' },
    ]);
  });

  it('finds words where no spaces are written', () => {
    const pieces = wordDiff('我喜欢苹果', '我喜欢香蕉');
    expect(pieces[0]).toEqual({ kind: 'same', text: '我喜欢' });
  });

  it('takes a rewritten sentence as one passage', () => {
    const pieces = wordDiff('Start. one two three. End.', 'Start. four five six. End.');
    expect(pieces.map((piece) => piece.kind)).toEqual(['same', 'removed', 'added', 'same']);
  });

  it('is empty for two empty texts and whole for equal ones', () => {
    expect(wordDiff('', '')).toEqual([]);
    expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  });

  it('stays quick when two long texts have nothing in common', () => {
    const base = Array.from({ length: 20_000 }, (_, i) => `a${i}`).join(' ');
    const other = Array.from({ length: 20_000 }, (_, i) => `b${i}`).join(' ');
    const start = performance.now();
    const pieces = wordDiff(base, other);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(joined(pieces, 'added')).toBe(base);
    expect(joined(pieces, 'removed')).toBe(other);
  });

  it('compares by words within changed lines of a long text', () => {
    const lines = Array.from({ length: 2_600 }, (_, i) => `Line ${i} says something of its own.`);
    const changed = lines.map((line, i) => (i % 4 === 0 ? line.replace('something', 'nothing') : line));
    const pieces = wordDiff(lines.join('\n'), changed.join('\n'));
    expect(joined(pieces, 'added')).toBe(lines.join('\n'));
    expect(joined(pieces, 'removed')).toBe(changed.join('\n'));
    expect(pieces.find((piece) => piece.kind === 'removed')?.text).toBe('something');
  });
});

describe('diffCounts', () => {
  it('counts words, not spaces and marks', () => {
    expect(diffCounts(wordDiff('one two', 'one three, four'))).toEqual({ added: 2, removed: 1 });
  });
});

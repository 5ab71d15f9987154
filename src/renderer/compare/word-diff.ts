/**
 * What differs between two texts, word by word. Pieces joined give the texts back, character for character:
 * `same` + `removed` is the base, `same` + `added` the other.
 */
import { diffArrays } from 'diff';

export interface DiffPiece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Costs grow with the square of the edits: this many take about 70 ms, and then lines are compared first. */
const WORD_EDITS = 1_200;
const LINE_EDITS = 1_500;
/** Of words within a pair of changed passages, once lines have been compared. */
const PASSAGE_EDITS = 300;
/** Passages compared by words; those after them are shown as replaced. */
const PASSAGES = 60;

let segmenter: Intl.Segmenter | null = null;

/** Words, spaces and marks of a text in order. */
export function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) words.push(segment);
  return words;
}

/** Compares `other` with `base`. */
export function wordDiff(base: string, other: string): DiffPiece[] {
  if (base === other) return base === '' ? [] : [{ kind: 'same', text: base }];
  const a = wordsOf(base);
  const b = wordsOf(other);
  // What both begin and end with costs nothing this way, however long it is.
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const before = a.slice(head, a.length - tail);
  const after = b.slice(head, b.length - tail);
  return settled([
    { kind: 'same', text: a.slice(0, head).join('') },
    ...(tokenDiff(before, after, WORD_EDITS) ?? lineDiff(before.join(''), after.join(''))),
    { kind: 'same', text: tail === 0 ? '' : a.slice(-tail).join('') },
  ]);
}

/** Undefined: more edits than allowed. */
function tokenDiff(
  before: readonly string[],
  after: readonly string[],
  edits: number,
): DiffPiece[] | undefined {
  return diffArrays([...before], [...after], { maxEditLength: edits })?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function replaced(before: string, after: string): DiffPiece[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

/** Lines first, then words within passages that changed. */
function lineDiff(before: string, after: string): DiffPiece[] {
  const lines = tokenDiff(linesOf(before), linesOf(after), LINE_EDITS);
  if (!lines) return replaced(before, after);
  const pieces: DiffPiece[] = [];
  let passages = 0;
  for (let at = 0; at < lines.length; at++) {
    const piece = lines[at]!;
    const next = lines[at + 1];
    if (piece.kind === 'same' || !next || next.kind === 'same') {
      pieces.push(piece);
      continue;
    }
    at++;
    const [gone, come] = piece.kind === 'removed' ? [piece, next] : [next, piece];
    const words =
      passages++ < PASSAGES ? tokenDiff(wordsOf(gone.text), wordsOf(come.text), PASSAGE_EDITS) : undefined;
    pieces.push(...(words ?? replaced(gone.text, come.text)));
  }
  return pieces;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * Joins pieces of one kind. A space or a mark that happens to stand between two changes counts as changed with
 * them: a sentence that was rewritten reads as one passage and not as confetti.
 */
function settled(pieces: readonly DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  const full = pieces.filter((piece) => piece.text !== '');
  full.forEach((piece, at) => {
    if (piece.kind === 'removed') removed += piece.text;
    else if (piece.kind === 'added') added += piece.text;
    else {
      const last = at === full.length - 1;
      // Only where both sides changed already: beside a mere insertion a space is no part of a rewriting.
      const bridge = removed !== '' && added !== '' && !last && !HAS_WORD.test(piece.text);
      if (bridge && !piece.text.includes('\n')) {
        removed += piece.text;
        added += piece.text;
        return;
      }
      flush();
      const previous = result.at(-1);
      if (previous?.kind === 'same') previous.text += piece.text;
      else result.push({ ...piece });
    }
  });
  flush();
  return result;
}

/** Words that came and words that went. */
export function diffCounts(pieces: readonly DiffPiece[]): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const { kind, text } of pieces) {
    if (kind !== 'same') counts[kind] += wordsOf(text).filter((word) => HAS_WORD.test(word)).length;
  }
  return counts;
}

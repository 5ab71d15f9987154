/** How text becomes words of the index, and a query becomes words to look for. */

/**
 * Scripts written without spaces: each character is a word of its own, so that any run of them is found
 * as a phrase (Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer, Myanmar).
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Text as the index gets it. At most 1,000,000 characters of a message are indexed. */
export function indexText(text: string): string {
  return text.slice(0, 1_000_000).replace(UNSPACED, ' $& ');
}

/**
 * An FTS5 query for what a person typed: all words must occur, the last one may be a beginning, and
 * "quoted words" stand together. Null when there is nothing to look for.
 */
export function matchExpression(query: string): string | null {
  const terms: string[] = [];
  const pattern = /"([^"]*)"?|(\S+)/g;
  for (const match of query.matchAll(pattern)) {
    const raw = match[1] ?? match[2] ?? '';
    const words = wordsOf(raw);
    if (words.length === 0) continue;
    const quoted = match[1] !== undefined;
    const last = match.index + match[0].length >= query.trimEnd().length;
    terms.push(`"${words.join(' ')}"${last && !quoted ? ' *' : ''}`);
  }
  return terms.length === 0 ? null : terms.join(' AND ');
}

function wordsOf(raw: string): string[] {
  return raw.replace(UNSPACED, ' $& ').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
}

/** Marks of a hit in a snippet: private-use characters, which no message is shown with. */
export const HIT_START = '\uE000';
export const HIT_END = '\uE001';

/** A stretch of at most about 200 characters around the first hit, hits marked, white space folded. */
export function snippetOf(text: string, query: string): string {
  const plain = text.replace(/[\uE000\uE001]/g, '');
  const words = query
    .replace(/"/g, ' ')
    .split(/\s+/)
    .flatMap((term) => term.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [])
    .filter((word) => word !== '');
  if (words.length === 0) return plain.slice(0, 200);
  const folded = foldMarks(plain);
  const pattern = new RegExp(words.map((word) => escapeForPattern(foldMarks(word))).join('|'), 'giu');
  const first = folded.search(pattern);
  const from = Math.max(0, first - 60);
  const start = from === 0 ? 0 : plain.indexOf(' ', from) + 1 || from;
  const cut = plain.slice(start > first ? from : start, from + 220);
  const cutFolded = foldMarks(cut);
  let marked = '';
  let at = 0;
  for (const match of cutFolded.matchAll(pattern)) {
    marked += `${cut.slice(at, match.index)}${HIT_START}${cut.slice(match.index, match.index + match[0].length)}${HIT_END}`;
    at = match.index + match[0].length;
  }
  marked += cut.slice(at);
  const body = marked.replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${body}${from + 220 < plain.length ? '…' : ''}`;
}

/** Replaces accented letters by their base where that keeps the length, so that offsets stay true. */
function foldMarks(text: string): string {
  return text.replace(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => {
    const base = letter.normalize('NFD')[0]!;
    return base.length === letter.length ? base : letter;
  });
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

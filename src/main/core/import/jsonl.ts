/** Records of a JSONL file, one a line, told apart from damage of every common kind. */
import { parseJson } from './parse';

export type LineRecord =
  | { line: number; value: unknown; mended?: string }
  /** `cut`: the record does not end. */
  | { line: number; reason: string; cut?: true };

/** Longest line read; a line of a real session holds at most a few images. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
/** Longest record that may span lines. */
const MAX_RECORD_CHARS = 256 * 1024 * 1024;

const CUT = 'The record that begins here is cut off; it was left out.';

/** Lines of a stream, split at line feeds only (a carriage return before one goes with it). */
async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string | null }, void, undefined> {
  let kept: Uint8Array[] = [];
  let bytes = 0;
  let line = 1;
  const finish = (end: Uint8Array): string | null => {
    const tooLong = bytes + end.length > MAX_LINE_BYTES;
    const text = tooLong
      ? null
      : Buffer.concat([...kept, end])
          .toString('utf8')
          .replace(/\r$/, '');
    kept = [];
    bytes = 0;
    return text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(0x0a); to !== -1; to = chunk.indexOf(0x0a, from)) {
      yield { line, text: finish(chunk.subarray(from, to)) };
      line++;
      from = to + 1;
    }
    const rest = chunk.subarray(from);
    bytes += rest.length;
    if (bytes > MAX_LINE_BYTES) kept = [];
    else if (rest.length > 0) kept.push(rest);
  }
  if (bytes > 0) yield { line, text: finish(new Uint8Array()) };
}

/** A record that spans lines, as far as it was read. */
interface Open {
  line: number;
  lines: string[];
  chars: number;
  scan: BraceScan;
}

/**
 * Reads records. A byte order mark and runs of NUL are dropped, records glued together are parted, objects
 * printed over several lines are put together; what still is no JSON comes with its line and a reason.
 */
export async function* readJsonl(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<LineRecord, void, undefined> {
  let open: Open | null = null;
  for await (const { line, text } of linesOf(chunks)) {
    if (text === null) {
      if (open) yield { line: open.line, reason: CUT, cut: true };
      open = null;
      yield { line, reason: 'The line is longer than 256 MB; it was left out.' };
      continue;
    }
    const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    const clean = bare.includes('\u0000') ? bare.replaceAll('\u0000', '') : bare;
    if (clean.trim() === '') {
      if (bare.trim() !== '') yield { line, reason: 'The line holds nothing but NUL bytes.' };
      continue;
    }
    if (open) {
      // A whole record at the start of a line ends the attempt: what stood before it was torn.
      const whole = clean.startsWith('{') ? parseJson(clean) : null;
      if (whole?.ok) {
        yield { line: open.line, reason: CUT, cut: true };
        open = null;
        yield { line, value: whole.value, ...(whole.mended ? { mended: whole.mended } : {}) };
        continue;
      }
      open.lines.push(clean);
      open.chars += clean.length + 1;
      const state = open.scan.push(clean);
      if (state === 'open' && open.chars <= MAX_RECORD_CHARS) continue;
      const parsed: ReturnType<typeof parseJson> | null =
        state === 'whole' ? parseJson(open.lines.join('\n')) : null;
      if (parsed?.ok) {
        yield {
          line: open.line,
          value: parsed.value,
          ...(parsed.mended ? { mended: parsed.mended } : {}),
        };
      } else yield { line: open.line, reason: parsed && !parsed.ok ? parsed.reason : CUT, cut: true };
      open = null;
      continue;
    }
    const parsed = parseJson(clean);
    if (parsed.ok) {
      const mended = clean === bare ? parsed.mended : 'NUL bytes were taken out.';
      yield { line, value: parsed.value, ...(mended ? { mended } : {}) };
      continue;
    }
    const scan = new BraceScan();
    const state = scan.push(clean);
    if (state === 'open') open = { line, lines: [clean], chars: clean.length, scan };
    else yield* parted(clean, line, scan, parsed.reason);
  }
  if (open) yield { line: open.line, reason: CUT, cut: true };
}

/** Records of a line that is no record by itself: those that stand in it one behind the other. */
function* parted(text: string, line: number, scan: BraceScan, reason: string): Generator<LineRecord> {
  if (scan.ends.length === 0) {
    yield /^\s*[{[]/.test(text) ? { line, reason: CUT, cut: true } : { line, reason };
    return;
  }
  let from = 0;
  for (const to of scan.ends) {
    const piece = parseJson(text.slice(from, to));
    if (piece.ok) {
      const mended = from === 0 && to === text.length ? piece.mended : 'Several records stood in one line.';
      yield { line, value: piece.value, ...(mended ? { mended } : {}) };
    } else yield { line, reason: piece.reason };
    from = to;
  }
  if (text.slice(from).trim() !== '') {
    yield { line, reason: 'Behind the records of this line stands something that is no record.' };
  }
}

/** Follows strings and nesting, to know where objects and lists end. */
class BraceScan {
  private depth = 0;
  /** Positions (in the text pushed last) behind each value that ended at the top. */
  ends: number[] = [];

  /** `open`: a value goes on behind the text; `whole`: none does; `torn`: the text ends within a string. */
  push(text: string): 'open' | 'whole' | 'torn' {
    this.ends = [];
    let inString = false;
    for (let at = 0; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (inString) {
        if (sign === 0x5c) at++;
        else if (sign === 0x22) inString = false;
      } else if (sign === 0x22) inString = true;
      else if (sign === 0x7b || sign === 0x5b) this.depth++;
      else if (sign === 0x7d || sign === 0x5d) {
        if (this.depth > 0 && --this.depth === 0) this.ends.push(at + 1);
      }
    }
    return inString ? 'torn' : this.depth > 0 ? 'open' : 'whole';
  }
}

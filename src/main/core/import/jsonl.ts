/** Records of a JSONL file, one a line, told from damage of every common kind. */

export type LineRecord = { line: number; value: unknown } | { line: number; reason: string };

/** Longest line read; a line of a real session has at most a few images in it. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Lines of a stream, split at line feeds only; a carriage return before one goes with it. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string | null }, void, void> {
  let kept: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  const finish = (end: Buffer): string | null => {
    const tooLong = bytes + end.length > MAX_LINE_BYTES;
    const text = tooLong ? null : Buffer.concat([...kept, end]).toString('utf8').replace(/\r$/, '');
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
    if (bytes <= MAX_LINE_BYTES) kept.push(Buffer.from(rest));
    else kept = [];
  }
  if (bytes > 0) yield { line, text: finish(Buffer.alloc(0)) };
}

/**
 * Reads records. Byte order marks and runs of NUL are dropped, records glued together are parted, records that
 * span lines are put together; what still is no JSON comes with its line and a reason.
 */
export async function* readJsonl(chunks: AsyncIterable<Buffer>): AsyncGenerator<LineRecord, void, void> {
  /** Lines of a record that spans several. */
  let open: { line: number; lines: string[] } | null = null;
  for await (const { line, text } of linesOf(chunks)) {
    if (text === null) {
      yield { line, reason: 'The line is longer than 256 MB.' };
      continue;
    }
    const clean = text.replace(/^\uFEFF/, '').replaceAll('\u0000', '');
    if (clean.trim() === '') continue;
    if (open) {
      const opened: { line: number; lines: string[] } = open;
      // A line that is whole by itself ends the attempt: what stood before it was torn.
      const whole = /^\{/.test(clean) ? parse(clean) : undefined;
      if (whole !== undefined) {
        open = null;
        yield* torn(opened);
        yield { line, value: whole };
        continue;
      }
      opened.lines.push(clean);
      if (/^[\]}]/.test(clean)) {
        const value = parse(opened.lines.join('\n'));
        if (value !== undefined) {
          open = null;
          yield { line: opened.line, value };
        }
      }
      continue;
    }
    const value = parse(clean);
    if (value !== undefined) {
      yield { line, value };
      continue;
    }
    const parts = unglue(clean);
    if (parts) for (const part of parts) yield { line, value: part };
    else if (/^\s*[{[]\s*$/.test(clean)) open = { line, lines: [clean] };
    else yield { line, reason: reasonFor(clean) };
  }
  if (open) yield* torn(open);
}

function* torn(open: { line: number; lines: string[] }): Generator<LineRecord, void, void> {
  yield { line: open.line, reason: 'The record that begins on this line does not end.' };
  // Lines within may be records of their own.
  for (const [index, text] of open.lines.entries()) {
    const value = index === 0 ? undefined : parse(text);
    if (typeof value === 'object' && value !== null) yield { line: open.line + index, value };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Values of a line that holds several objects one behind the other; null when one of them is no JSON. */
function unglue(text: string): unknown[] | null {
  const values: unknown[] = [];
  let depth = 0;
  let from = -1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{') {
      if (depth++ === 0) from = at;
    } else if (sign === '}' && --depth === 0) {
      const value = parse(text.slice(from, at + 1));
      if (value === undefined) return null;
      values.push(value);
      from = -1;
    } else if (depth === 0 && sign!.trim() !== '') return null;
  }
  return from === -1 && values.length > 0 ? values : null;
}

function reasonFor(text: string): string {
  return /^\s*\{/.test(text) && !/\}\s*$/.test(text)
    ? 'The line is cut off in the middle of its record.'
    : 'The line is no JSON.';
}

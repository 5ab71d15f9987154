/**
 * Cuts a stream of bytes into JSON values without parsing it whole: the elements of an array (at the root, or
 * under `conversations` or `loglines` of a root object), else each root value. Never holds more than one element.
 */

export interface ScannedValue {
  bytes: Buffer;
  /** 0-based, among elements of the array or root values. */
  index: number;
  /** 1-based line on which it begins. */
  line: number;
  /** True: an element of an array. */
  element: boolean;
  /** False: the file ends within it. */
  whole: boolean;
}

/** Keys of a root object whose array is cut into its elements. */
const WRAPPERS = new Set(['conversations', 'loglines']);
/** A single value beyond this cannot become a JavaScript string. */
const MAX_VALUE_BYTES = 480 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;

/** @throws Error when one value is larger than can be held */
export async function* scanJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<ScannedValue, void, void> {
  /** Nesting as closing brackets expected; `elements` is the depth at which array elements stand, 0: none. */
  let depth = 0;
  let elements = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  let index = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  /** Where in this chunk the value that is being read begins; -1: none is. */
  let from = -1;
  let reading = false;
  let startLine = 1;
  /** The last string at depth 1 of a root object, to know its key. */
  let key: number[] | null = null;
  let lastKey = '';
  let afterColon = false;
  let rootObject = false;
  let first = true;

  const take = (chunk: Buffer, to: number): Buffer => {
    const bytes = Buffer.concat([...kept, chunk.subarray(Math.max(from, 0), to)]);
    kept = [];
    keptBytes = 0;
    from = -1;
    reading = false;
    return bytes;
  };

  for await (const chunk of chunks) {
    let at = 0;
    if (first) {
      first = false;
      if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = 3;
    }
    if (reading) from = 0;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === NEWLINE) line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (key) lastKey = Buffer.from(key).toString('utf8');
          key = null;
        } else if (key && key.length < 40) key.push(byte);
        continue;
      }
      if (byte <= 0x20) continue;
      if (!reading && depth === elements && byte !== COMMA && byte !== CLOSE_BRACKET && byte !== CLOSE_BRACE) {
        if (depth === 0 && byte === OPEN_BRACKET) {
          // An array at the root: its elements are wanted, not itself.
          depth = 1;
          elements = 1;
          rootObject = false;
          continue;
        }
        reading = true;
        from = at;
        startLine = line;
        if (depth === 0) rootObject = byte === OPEN_BRACE;
      }
      switch (byte) {
        case QUOTE:
          inString = true;
          key = rootObject && elements === 0 && depth === 1 ? [] : null;
          break;
        case COLON:
          if (depth === 1) afterColon = true;
          continue;
        case OPEN_BRACKET:
          if (rootObject && elements === 0 && depth === 1 && afterColon && WRAPPERS.has(lastKey)) {
            // The wrapper's own bytes are of no use: from here on its elements are read.
            kept = [];
            keptBytes = 0;
            from = -1;
            reading = false;
            depth = 2;
            elements = 2;
            afterColon = false;
            continue;
          }
          depth++;
          break;
        case OPEN_BRACE:
          depth++;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          depth--;
          if (reading && depth === elements) {
            yield { bytes: take(chunk, at + 1), index: index++, line: startLine, element: elements > 0, whole: true };
          } else if (depth < elements) {
            // A scalar that was the last element ends with the array.
            if (reading) yield { bytes: take(chunk, at), index: index++, line: startLine, element: true, whole: true };
            elements = 0;
            // What is left of a wrapper holds no conversations.
            if (depth > 0) rootObject = false;
          }
          break;
        case COMMA:
          if (reading && depth === elements && elements > 0)
            yield { bytes: take(chunk, at), index: index++, line: startLine, element: true, whole: true };
          break;
      }
      afterColon = false;
    }
    if (reading) {
      const rest = chunk.subarray(Math.max(from, 0));
      kept.push(Buffer.from(rest));
      keptBytes += rest.length;
      if (keptBytes > MAX_VALUE_BYTES) throw new Error('One value of the file is larger than 480 MB, which cannot be read.');
      from = 0;
    }
  }
  if (reading && keptBytes > 0)
    yield { bytes: Buffer.concat(kept), index, line: startLine, element: elements > 0, whole: depth === 0 && !inString };
  else if (elements > 0 || depth > 0)
    yield { bytes: Buffer.alloc(0), index, line, element: elements > 0, whole: false };
}

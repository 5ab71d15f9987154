/**
 * Cuts a stream of bytes into JSON values without parsing it whole: the elements of an array at the root, or of
 * one under `conversations` or `loglines` in a root object; else the root object. Holds one value at a time.
 */

export type JsonItem =
  /** An element of the array, or (`at` empty) the root object. */
  | { type: 'value'; text: string; at: string }
  /** The file ends, or the value is too large, at `at`; `keys` are the fields of it that were seen. */
  | { type: 'cut'; at: string; keys: string[]; reason: string }
  /** Something follows the root value. */
  | { type: 'more' }
  /** The file does not begin with an object or an array, or cannot be one piece of JSON. */
  | { type: 'other' }
  | { type: 'empty' };

/** Fields of a root object whose array is cut into its elements. */
const WRAPPERS = new Set(['conversations', 'loglines']);
/** A larger value could not become a JavaScript string. */
export const MAX_VALUE_BYTES = 400 * 1024 * 1024;
/** Longest name of a field that is looked at, and most names remembered of one value. */
const KEY_BYTES = 64;
const KEYS_KEPT = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;

/** The state machine. `push` takes bytes and gives what was completed by them; `end` says what was left over. */
export class JsonCutter {
  private depth = 0;
  /** Depth at which the wanted values stand: 1 in a root array, 2 in a wrapper, 0 for a root object. */
  private base = -1;
  private container = '';
  private index = 0;
  private inString = false;
  private escaped = false;
  /** The last sign outside strings, white space left out. */
  private before = 0;
  private key: number[] | null = null;
  private lastKey = '';
  private keys: string[] = [];
  private kept: Uint8Array[] = [];
  private keptBytes = 0;
  private reading = false;
  private tooLarge = false;
  private finished = false;
  private bytes = 0;
  done = false;

  constructor(private readonly maxBytes: number = MAX_VALUE_BYTES) {}

  push(chunk: Uint8Array): JsonItem[] {
    const items: JsonItem[] = [];
    let from = this.reading ? 0 : -1;
    let at = this.bytes === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
    this.bytes += chunk.length;
    for (; at < chunk.length && !this.done; at++) {
      const byte = chunk[at]!;
      if (this.inString) {
        this.withinString(byte, items);
        if (!this.inString && this.reading && this.depth === this.base && this.base > 0) {
          // A bare string among the elements.
          this.finish(items, chunk.subarray(from, at + 1));
          from = -1;
        }
        continue;
      }
      if (byte <= 0x20) {
        if (this.reading && this.depth === this.base && this.base > 0) {
          this.finish(items, chunk.subarray(from, at));
          from = -1;
        }
        continue;
      }
      if (this.finished) {
        items.push({ type: 'more' });
        this.done = true;
        break;
      }
      if (this.base === -1) {
        if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) {
          items.push({ type: 'other' });
          this.done = true;
          break;
        }
        this.base = byte === OPEN_BRACKET ? 1 : 0;
        if (byte === OPEN_BRACKET) {
          this.depth = 1;
          this.before = byte;
          continue;
        }
      }
      const ends = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
      if (!this.reading && this.depth === this.base && byte !== COMMA && !ends) {
        this.reading = true;
        this.keys = [];
        from = at;
      }
      switch (byte) {
        case QUOTE:
          this.inString = true;
          this.key =
            this.reading &&
            this.depth === this.base + 1 &&
            (this.before === OPEN_BRACE || this.before === COMMA)
              ? []
              : null;
          break;
        case OPEN_BRACKET:
        case OPEN_BRACE:
          if (
            byte === OPEN_BRACKET &&
            this.base === 0 &&
            this.depth === 1 &&
            this.before === COLON &&
            WRAPPERS.has(this.lastKey)
          ) {
            // The wrapper's own fields are of no use: from here on its elements are read.
            this.base = 2;
            this.depth = 2;
            this.container = this.lastKey;
            this.drop();
            from = -1;
          } else this.depth++;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          if (this.reading && this.depth === this.base) {
            // A bare number or word as the last element.
            this.finish(items, chunk.subarray(from, at));
            from = -1;
          }
          this.depth--;
          if (this.reading && this.depth === this.base) {
            this.finish(items, chunk.subarray(from, at + 1));
            from = -1;
          }
          if (this.depth <= 0) this.finished = true;
          // What follows the list in its wrapper holds no conversations.
          else if (this.depth < this.base) this.base = Number.MAX_SAFE_INTEGER;
          break;
        case COMMA:
          if (this.reading && this.depth === this.base) {
            this.finish(items, chunk.subarray(from, at));
            from = -1;
          }
          break;
      }
      this.before = byte;
    }
    if (this.reading && !this.done) this.keep(chunk.subarray(Math.max(from, 0)));
    return items;
  }

  end(): JsonItem[] {
    if (this.done || this.finished) return [];
    if (this.base === -1) return [{ type: 'empty' }];
    const reason = this.reading
      ? 'The file ends in the middle of this entry, which was left out.'
      : 'The file ends before its list does.';
    return [{ type: 'cut', at: this.place(), keys: this.keys, reason }];
  }

  private withinString(byte: number, items: JsonItem[]): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) {
      this.inString = false;
      if (this.key) {
        this.lastKey = Buffer.from(this.key).toString('utf8');
        if (this.keys.length < KEYS_KEPT) this.keys.push(this.lastKey);
        this.key = null;
      }
      this.before = QUOTE;
    } else if (byte === NEWLINE && this.base === 0) {
      // No string holds a line feed: this is no one piece of JSON, but perhaps lines of it, one of them torn.
      items.push({ type: 'other' });
      this.done = true;
    } else if (this.key && this.key.length < KEY_BYTES) this.key.push(byte);
  }

  private place(): string {
    return this.base === 0 ? '' : `${this.container}[${this.index}]`;
  }

  private keep(bytes: Uint8Array): void {
    this.keptBytes += bytes.length;
    if (this.keptBytes > this.maxBytes) {
      this.tooLarge = true;
      this.kept = [];
    } else if (bytes.length > 0) this.kept.push(bytes);
  }

  private finish(items: JsonItem[], last: Uint8Array): void {
    if (this.tooLarge || this.keptBytes + last.length > this.maxBytes) {
      const mb = Math.round(this.maxBytes / 1024 / 1024);
      items.push({
        type: 'cut',
        at: this.place(),
        keys: this.keys,
        reason: `This entry is larger than ${mb} MB, which cannot be read.`,
      });
    } else {
      const text =
        this.kept.length === 0
          ? Buffer.from(last.buffer, last.byteOffset, last.length).toString('utf8')
          : Buffer.concat([...this.kept, last]).toString('utf8');
      items.push({ type: 'value', text, at: this.place() });
    }
    this.drop();
    this.index++;
  }

  private drop(): void {
    this.kept = [];
    this.keptBytes = 0;
    this.reading = false;
    this.tooLarge = false;
  }
}

/** Runs a stream through the state machine. */
export async function* streamJson(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonItem, void, undefined> {
  const cutter = new JsonCutter();
  for await (const chunk of chunks) {
    yield* cutter.push(chunk);
    if (cutter.done) return;
  }
  yield* cutter.end();
}

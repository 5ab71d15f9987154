/** Values of a file, whatever its form: elements of a list, one object, or lines. */

import { streamJson } from './json-stream';
import { readJsonl } from './jsonl';
import { parseJson } from './parse';
import type { Place } from './types';

export type Entry =
  | { type: 'value'; value: unknown; place: Place; mended?: string }
  /** What could not be read; `keys`: fields that were seen of it. */
  | { type: 'fault'; place: Place; reason: string; keys: string[] };

/** A file, or an entry of an archive, that can be read more than once. */
export interface Source {
  /** As reports call it. */
  name: string;
  /** Bytes; what the header of an archive says of them. */
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Reads the values of a file. A root object is one value, unless more follows it, or it cannot be read as one
 * piece: then the file is read line by line.
 */
export async function* readEntries(source: Source): AsyncGenerator<Entry, void, undefined> {
  let root: string | null = null;
  let cut: Extract<Entry, { type: 'fault' }> | null = null;
  let byLine = false;
  for await (const item of streamJson(source.open())) {
    if (item.type === 'empty') return;
    if (item.type === 'other') {
      byLine = true;
      break;
    }
    if (item.type === 'more') {
      if (root !== null) {
        byLine = true;
        break;
      }
      yield {
        type: 'fault',
        place: { line: null, at: 'the end' },
        reason: 'Something follows the list; it was left out.',
        keys: [],
      };
    } else if (item.type === 'cut') {
      const fault = {
        type: 'fault' as const,
        place: { line: null, at: item.at || 'the end' },
        reason: item.reason,
        keys: item.keys,
      };
      if (item.at !== '') yield fault;
      else cut = fault;
    } else if (item.at === '') root = item.text;
    else yield entryOf(item.text, { line: null, at: item.at });
  }
  if (root !== null && !byLine) {
    const entry = entryOf(root, { line: 1, at: 'the file' });
    if (entry.type === 'value') yield entry;
    else byLine = true;
  }
  if (!byLine && cut === null) return;
  let any = false;
  // An object that ends too early is said so of as a whole, unless lines of it turn out to be records.
  let held: Entry[] = [];
  for await (const record of readJsonl(source.open())) {
    const place = { line: record.line };
    if ('reason' in record) {
      const fault: Entry = { type: 'fault', place, reason: record.reason, keys: [] };
      if (cut !== null && !any) held.push(fault);
      else yield fault;
    } else {
      any = true;
      yield* held;
      held = [];
      yield {
        type: 'value',
        value: record.value,
        place,
        ...(record.mended ? { mended: record.mended } : {}),
      };
    }
  }
  if (cut !== null && !any) yield cut;
}

function entryOf(text: string, place: Place): Entry {
  const parsed = parseJson(text);
  return parsed.ok
    ? { type: 'value', value: parsed.value, place, ...(parsed.mended ? { mended: parsed.mended } : {}) }
    : { type: 'fault', place, reason: parsed.reason, keys: [] };
}

/** Reading fields of foreign JSON: nothing is trusted to be there, or to be of its kind. */
import type { JsonValue, OpaquePart, TextPart, Usage } from '../../../shared/model';
import { decodeBase64 } from './media';
import type { Place } from './types';

export type Json = { [key: string]: unknown };

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one when it is none. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string with something in it; else null. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An id: a string, or a number written as one; else null. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : stringOf(value);
}

/** Id of a record that has none: its place in the file. */
export function placeId(place: Place): string {
  return place.line === null ? (place.at ?? '') : `line:${place.line}`;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A text part, or none when there is nothing to read in it. */
export function textParts(text: unknown): TextPart[] {
  return typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text }] : [];
}

/** Something we have no part for, kept whole. */
export function opaque(kind: unknown, raw: unknown): OpaquePart {
  const name = typeof kind === 'string' && kind !== '' ? kind.slice(0, 200) : 'unknown';
  return { type: 'opaque', kind: name, raw: (raw ?? null) as JsonValue };
}

/**
 * Milliseconds since 1970 from seconds, milliseconds or microseconds (told apart by size), as a number or in a
 * string, or from an ISO date; null when it is none of these.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    const ms = value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000;
    return ms <= 8.64e15 ? Math.round(ms) : null;
  }
  if (typeof value !== 'string') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return timeOf(Number(value));
  // Only dates as machines write them: `Date.parse` takes "conversation 3" for one, too.
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}

/** First line of a text with something in it, at most 120 characters. */
export function headline(text: string): string {
  const line = text.slice(0, 4_000).trim().split('\n', 1)[0]!.replace(/\s+/g, ' ');
  const points = [...line.slice(0, 400)];
  return points.length > 120 ? `${points.slice(0, 119).join('')}…` : line;
}

/** JSON for reading, cut where it would be a wall. */
export function jsonText(value: unknown, limit = 20_000): string {
  const text = JSON.stringify(value, null, 1) ?? '';
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) =>
      isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
    ) ?? ''
  );
}

/** Token counts under our names; null when the source has none of them. */
export function usageOf(counts: { [K in keyof Usage]?: unknown }): Usage | null {
  const usage: Usage = {};
  for (const [key, value] of Object.entries(counts) as [keyof Usage, unknown][]) {
    const number = numberOf(value);
    if (number !== undefined) usage[key] = number;
  }
  return Object.keys(usage).length === 0 ? null : usage;
}

/** Bytes of a data URL or of plain Base64; null when the text is neither. */
export function bytesOf(data: unknown): Uint8Array | null {
  return typeof data === 'string' ? decodeBase64(data) : null;
}

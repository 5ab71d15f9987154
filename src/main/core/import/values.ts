/** Reading fields of foreign JSON: nothing is trusted to be there or to be of its kind. */
import type { JsonValue, Part, TextPart } from '../../../shared/model';

export type Json = { [key: string]: unknown };

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string with something in it, cleaned; else null. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? clean(value) : null;
}

/** Text as it may be stored: no lone halves of surrogate pairs, no NUL. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** A text part, or none when there is nothing to read in it. */
export function textPart(text: unknown): TextPart[] {
  return typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text: clean(text) }] : [];
}

/**
 * Milliseconds since 1970 from seconds, milliseconds or microseconds (told apart by size), or an ISO date; null
 * when it is none.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    if (value > 1e14) return Math.round(value / 1000);
    return Math.round(value > 1e11 ? value : value * 1000);
  }
  if (typeof value === 'string') {
    if (/^\d+(\.\d+)?$/.test(value)) return timeOf(Number(value));
    const ms = Date.parse(value);
    return Number.isNaN(ms) ? null : ms;
  }
  return null;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Something we have no part for, kept whole. */
export function opaque(kind: string, raw: unknown): Part {
  return { type: 'opaque', kind: clean(kind).slice(0, 200), raw: (raw ?? null) as JsonValue };
}

/** First line of a text, at most 120 characters. */
export function headline(text: string): string {
  const line = text.trim().split('\n', 1)[0]!.replace(/\s+/g, ' ');
  const points = [...line.slice(0, 400)];
  return points.length > 120 ? `${points.slice(0, 119).join('')}…` : line;
}

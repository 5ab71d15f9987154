/** `JSON.parse` for foreign text: strings come out storable, and one common fault is mended. */

/** Escapes of what cannot be stored: NUL, and halves of surrogate pairs (whole pairs are matched, too, and kept). */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/;
/** A backslash with what it may be followed by, or one that stands before anything else. */
const ESCAPES = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g;

export type Parsed = { ok: true; value: unknown; mended?: string } | { ok: false; reason: string };

/**
 * Parses one JSON value. Lone halves of surrogate pairs become U+FFFD and NUL is dropped. A backslash that
 * escapes nothing (as hand-made redaction leaves it) is taken as a backslash, and that is said.
 */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: storable(text, JSON.parse(text)) };
  } catch (error) {
    const mended = text.replace(ESCAPES, (found) => (found === '\\' ? '\\\\' : found));
    if (mended !== text) {
      try {
        return {
          ok: true,
          value: storable(mended, JSON.parse(mended)),
          mended: 'A backslash that escapes nothing was read as a backslash.',
        };
      } catch {
        // The first error is the one that says what is wrong.
      }
    }
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `This is not valid JSON: ${reason.replace(/\s+/g, ' ').slice(0, 160)}` };
  }
}

function storable(text: string, value: unknown): unknown {
  if (!SUSPECT.test(text)) return value;
  if (typeof value === 'string') return clean(value);
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const at = stack.pop();
    if (typeof at !== 'object' || at === null) continue;
    const holder = at as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const item = holder[key];
      if (typeof item === 'string') set(holder, key, clean(item));
      else stack.push(item);
      const name = clean(key);
      if (name !== key && !Array.isArray(at)) {
        set(holder, name, holder[key]);
        delete holder[key];
      }
    }
  }
  return value;
}

/** Sets a field of its own, `__proto__` included, which plain assignment would not. */
function set(holder: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Text as it may be stored: no lone halves of surrogate pairs, no NUL. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

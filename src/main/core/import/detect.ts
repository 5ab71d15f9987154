/** Telling the format of a file by what stands in it, never by its name [I1]. */
import type { Format } from './format';
import { FORMATS } from './registry';
import { isObject } from './values';

/** The format of a value that was read from a file; null when it is none that is known. */
export function formatOf(value: unknown): Format | null {
  if (!isObject(value)) return null;
  return FORMATS.find((format) => format.detect(value)) ?? null;
}

/** The format of a value of which only the names of its fields are known, since it is cut off. */
export function formatOfKeys(keys: readonly string[]): Format | null {
  const names = new Set(keys);
  return FORMATS.find((format) => format.hasKeys?.(names)) ?? null;
}

/** Why a file is refused that is known but holds no conversation; null when it is nothing of that kind. */
export function refusalOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  if ('prompt_template' in value && 'docs' in value) {
    return 'This is a file of Claude.ai projects. It holds instructions and documents, but no conversations; those are in conversations.json of the same export.';
  }
  return null;
}

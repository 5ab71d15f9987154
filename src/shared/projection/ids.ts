/** Ids and names that every provider takes. */

/** OpenAI Chat Completions allows 40 characters, Anthropic letters, digits, `_` and `-` (2026-12). */
const LEGAL_ID = /^[a-zA-Z0-9_-]{1,40}$/;

/** FNV-1a, 32 bits, in base 36: short, stable, and good enough beside a counter. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** Maps call ids of any source to legal ones, each used once; the same sequence always gives the same ids. */
export function legalIds(): (id: string) => string {
  const used = new Set<string>();
  return (id) => {
    let legal = LEGAL_ID.test(id) ? id : `call_${fingerprint(id)}`;
    for (let n = 2; used.has(legal); n++) legal = `call_${fingerprint(id)}_${n}`;
    used.add(legal);
    return legal;
  };
}

/** A tool's name as every provider takes it: a letter or `_`, then at most 63 of letters, digits, `_` and `-`. */
export function legalName(name: string): string {
  const clean = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 60);
  return /^[a-zA-Z_]/.test(clean) ? clean : `t_${clean}`;
}

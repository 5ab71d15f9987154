/** File names that every operating system takes [X2]. */

/** Names that Windows keeps for devices, with or without an extension. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
/** Bytes of a name before its extension: file systems allow 255, extensions and counters need room. */
const MAX_BYTES = 160;

/**
 * A file name from a title, without extension. Letters of every script stay; what a file system forbids becomes
 * a space; an empty one becomes `fallback`.
 */
export function safeName(title: string, fallback = 'conversation'): string {
  const clean = title
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, ' ')
    .normalize('NFC')
    // Reserved on Windows, control and direction marks, and what could break out of a link.
    .replace(/[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const cut = cutBytes(clean, MAX_BYTES).replace(/[. ]+$/g, '');
  if (cut === '') return fallback;
  return DEVICES.test(cut) ? `_${cut}` : cut;
}

function cutBytes(text: string, max: number): string {
  let bytes = 0;
  let out = '';
  for (const sign of text) {
    const point = sign.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > max) break;
    out += sign;
  }
  return out;
}

/** Makes each name differ from those before, also where case does not count: `a.md`, `a 2.md`. */
export function uniqueNames(): (stem: string, extension: string) => string {
  const taken = new Set<string>();
  return (stem, extension) => {
    for (let n = 1; ; n++) {
      const name = `${stem}${n === 1 ? '' : ` ${n}`}${extension}`;
      const key = name.toLowerCase().normalize('NFC');
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}

const EXTENSIONS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'image/avif': '.avif',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
};

/** Extension of a media type with its dot; `.bin` when we do not know it. */
export function extensionOf(mediaType: string): string {
  return EXTENSIONS[mediaType] ?? '.bin';
}

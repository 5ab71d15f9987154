/** Files and pictures as parts of a prompt. */
import type { FilePart, ImagePart, Part } from '../../shared/model';
import type { PromptPart } from '../../shared/rpc/contract';

export type Attachment = Exclude<PromptPart, { type: 'text' }>;

/** Pasted text longer than this becomes an attachment. */
export const PASTE_LIMIT = 8_000;
/** A prompt takes this many parts; one of them is its text. */
export const MAX_ATTACHMENTS = 199;
/** Characters of a text file; the contract takes no more in one part. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_NAME = 500;

/** Kinds of image that every provider with vision takes; others are drawn anew as PNG. */
const SENT_AS_IS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Why a file cannot be attached; `reason` is a key of the composer's texts. */
export class AttachmentError extends Error {
  constructor(
    readonly reason: 'attachEmpty' | 'attachTooLong' | 'attachBadImage',
    name: string,
  ) {
    super(name);
  }
}

/** What the host does for attachments. */
export type PutBlob = (blob: Blob) => Promise<{ hash: string; size: number }>;

/** Whether a dropped file is a history to import rather than an attachment. */
export function isImport(name: string): boolean {
  return /\.(zip|jsonl?)$/i.test(name);
}

/**
 * A part for a file: an image with its size, a text file with its text, anything else as a blob.
 * @throws AttachmentError when it cannot be attached
 */
export async function attachmentOf(file: File, put: PutBlob): Promise<Attachment> {
  if (file.size === 0) throw new AttachmentError('attachEmpty', file.name);
  if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') return imageOf(file, put);
  const name = nameOf(file.name, 'file');
  const mediaType = (file.type || 'application/octet-stream').slice(0, 200);
  if (mediaType !== 'application/pdf') {
    // A first look tells most binary files without reading all of them.
    const start = decodeText(new Uint8Array(await file.slice(0, 4096).arrayBuffer()), true);
    if (start !== null) {
      // A character takes at most four bytes, a UTF-16 one at least two.
      if (file.size > MAX_TEXT * 4) throw new AttachmentError('attachTooLong', file.name);
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      if (text !== null && text.length > MAX_TEXT) throw new AttachmentError('attachTooLong', file.name);
      if (text !== null)
        return {
          type: 'file',
          blob: null,
          mediaType: file.type ? mediaType : 'text/plain',
          name,
          size: file.size,
          text,
        };
    }
  }
  const { hash, size } = await put(file);
  return { type: 'file', blob: hash, mediaType, name, size };
}

async function imageOf(file: File, put: PutBlob): Promise<Attachment> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new AttachmentError('attachBadImage', file.name);
  }
  const { width, height } = bitmap;
  try {
    const blob = SENT_AS_IS.has(file.type) ? file : await asPng(bitmap);
    const { hash } = await put(blob);
    return {
      type: 'image',
      blob: hash,
      mediaType: blob.type,
      name: nameOf(file.name, 'image'),
      width,
      height,
    };
  } finally {
    bitmap.close();
  }
}

async function asPng(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

function nameOf(name: string, otherwise: string): string {
  return name.trim().slice(0, MAX_NAME) || otherwise;
}

/**
 * The text of bytes, or null when they are not text: not UTF-8 (or UTF-16 with a mark), or with NUL in them.
 * @param cut the bytes are the beginning of more and may end within a character
 */
export function decodeText(bytes: Uint8Array, cut = false): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Long text that was pasted, as an attachment. */
export function pastedText(text: string, beside: readonly Attachment[]): Attachment {
  const taken = new Set(beside.map((part) => part.name));
  let n = 1;
  while (taken.has(`pasted-${n}.txt`)) n++;
  return {
    type: 'file',
    blob: null,
    mediaType: 'text/plain',
    name: `pasted-${n}.txt`,
    size: new Blob([text]).size,
    text,
  };
}

/** A prompt's parts: what is attached first, as models read it best, then the words. */
export function promptOf(text: string, attachments: readonly Attachment[]): PromptPart[] {
  return text.trim() === '' ? [...attachments] : [...attachments, { type: 'text', text }];
}

/** A stored prompt taken apart for the box. `lost` counts what is not here and cannot be sent again. */
export function contentOf(parts: readonly Part[]): { text: string; attachments: Attachment[]; lost: number } {
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  let lost = 0;
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'image' || part.type === 'file') {
      const kept = part.type === 'image' ? imageAgain(part) : fileAgain(part);
      if (kept) attachments.push(kept);
      else lost++;
    }
  }
  return { text: texts.join('\n\n'), attachments, lost };
}

function imageAgain({ blob, mediaType, name, width, height }: ImagePart): Attachment | null {
  if (blob === null || !/^image\/[a-z0-9.+-]{1,60}$/.test(mediaType)) return null;
  const size = width && height ? { width: Math.round(width), height: Math.round(height) } : {};
  return { type: 'image', blob, mediaType, ...(name ? { name: name.slice(0, MAX_NAME) } : {}), ...size };
}

function fileAgain({ blob, mediaType, name, size, text }: FilePart): Attachment | null {
  if (blob === null && text === undefined) return null;
  return {
    type: 'file',
    blob,
    mediaType: mediaType.slice(0, 200),
    name: nameOf(name, 'file'),
    ...(size === undefined ? {} : { size }),
    ...(text === undefined ? {} : { text }),
  };
}

/** Whether text and attachments are the same. */
export function sameContent(
  a: { text: string; attachments: readonly Attachment[] },
  b: { text: string; attachments: readonly Attachment[] },
): boolean {
  return a.text === b.text && JSON.stringify(a.attachments) === JSON.stringify(b.attachments);
}

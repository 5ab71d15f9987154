/** What bytes are, by their first ones: names and stated types are not relied upon. */
import { createHash } from 'node:crypto';
import type { FilePart, ImagePart } from '../../../shared/model';
import type { ImportedConversation } from './types';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  py: 'text/x-python',
  js: 'text/javascript',
  ts: 'text/typescript',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Media type by magic bytes; null when they are none that is known here. */
export function sniff(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WAVE') return 'audio/wav';
  if (text.slice(4, 8) === 'ftyp') {
    const brand = text.slice(8, 12);
    return brand.startsWith('avi') ? 'image/avif' : brand.startsWith('M4A') ? 'audio/mp4' : 'video/mp4';
  }
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('ID3') || text.startsWith('\xff\xfb')) return 'audio/mpeg';
  if (text.startsWith('PK\x03\x04')) return 'application/zip';
  return null;
}

/** Media type by the end of a name, else a general one. */
export function typeOfName(name: string, otherwise = 'application/octet-stream'): string {
  const end = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase();
  return (end !== undefined && Object.hasOwn(TYPES, end) ? TYPES[end] : undefined) ?? otherwise;
}

/** A media type as stated, when it has the form of one. */
export function statedType(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]+\/[\w.+-]{1,100}$/i.test(value) ? value.toLowerCase() : null;
}

/** Bytes of Base64, or of a data URL that holds it; null when the text is neither. */
export function decodeBase64(data: string): Uint8Array | null {
  const from = data.startsWith('data:') ? data.indexOf(',') + 1 : 0;
  if (from === 0 && data.startsWith('data:')) return null;
  const body = from === 0 ? data : data.slice(from);
  if (body === '' || !/^[A-Za-z0-9+/_-]{2}/.test(body) || /[^A-Za-z0-9+/=_\-\s]/.test(body)) return null;
  const bytes = Buffer.from(body, 'base64');
  return bytes.byteLength === 0 ? null : bytes;
}

/** Blobs of one conversation, named as the store names them. */
export class BlobBag {
  readonly blobs: ImportedConversation['blobs'] = new Map();

  /** Puts bytes in and gives their name. What they are is said by themselves, else by `stated`. */
  add(bytes: Uint8Array, stated: string): { blob: string; mediaType: string } {
    const blob = createHash('sha256').update(bytes).digest('hex');
    const mediaType = sniff(bytes) ?? stated;
    this.blobs.set(blob, { bytes, mediaType });
    return { blob, mediaType };
  }

  /** A part for bytes: an image where they are one, else a file. */
  part(
    bytes: Uint8Array,
    facts: { stated: string; name?: string; width?: number; height?: number; origin?: string },
  ): ImagePart | FilePart {
    const { blob, mediaType } = this.add(bytes, facts.stated);
    const origin = facts.origin === undefined ? {} : { origin: facts.origin };
    if (mediaType.startsWith('image/')) {
      return {
        type: 'image',
        blob,
        mediaType,
        ...(facts.name === undefined ? {} : { name: facts.name }),
        ...(facts.width === undefined ? {} : { width: facts.width }),
        ...(facts.height === undefined ? {} : { height: facts.height }),
        ...origin,
      };
    }
    return { type: 'file', blob, mediaType, name: facts.name ?? 'file', size: bytes.byteLength, ...origin };
  }
}

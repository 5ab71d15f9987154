/** A rough count of tokens: what is shown before sending is an order of magnitude and not a bill. */
import type { Attachment } from './attachments';

const CHARS_PER_TOKEN = 4;
/** Pixels of an image that cost a token, and the most one image is reduced to cost. */
const PIXELS_PER_TOKEN = 750;
const IMAGE_MOST = 1_600;
const IMAGE_UNKNOWN = 1_000;

/** Tokens of a prompt, roughly. */
export function roughTokens(text: string, attachments: readonly Attachment[]): number {
  let chars = text.length;
  let images = 0;
  for (const part of attachments) {
    if (part.type === 'file') chars += part.text?.length ?? 0;
    else if (part.width && part.height)
      images += Math.min(IMAGE_MOST, Math.ceil((part.width * part.height) / PIXELS_PER_TOKEN));
    else images += IMAGE_UNKNOWN;
  }
  return Math.ceil(chars / CHARS_PER_TOKEN) + images;
}

/** Files into parts of a prompt: images and bytes go to the store first, text is read. */
import type { PromptPart } from '../../shared/rpc/contract';
import { host } from '../rpc/host';

/** Text files up to this size go with their text. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** @throws Error when the file could not be stored */
export async function toPart(file: File): Promise<PromptPart> {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)) {
    const { hash } = await host.putBlob(file);
    const size = await createImageBitmap(file).catch(() => null);
    return {
      type: 'image',
      blob: hash,
      mediaType: file.type,
      name: file.name,
      ...(size ? { width: size.width, height: size.height } : {}),
    };
  }
  const text = file.size <= MAX_TEXT_BYTES ? await file.text() : '';
  const readable =
    text !== '' && !text.slice(0, 4096).includes('\u0000') && !text.slice(0, 4096).includes('\uFFFD');
  const { hash } = await host.putBlob(file);
  return {
    type: 'file',
    blob: hash,
    mediaType: file.type || 'application/octet-stream',
    name: file.name || 'file',
    size: file.size,
    ...(readable ? { text } : {}),
  };
}

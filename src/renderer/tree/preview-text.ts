/** The words of a turn as plain text, for the panel beside its node. */
import type { Message, Part } from '../../shared/model';

export interface PreviewPiece {
  /** Names the text of the label above it; `text` has none. */
  kind: 'text' | 'reasoningPart' | 'call' | 'result' | 'imagePart' | 'filePart';
  name: string;
  text: string;
}

/** Characters shown of a turn. The conversation beside the tree shows all. */
export const PREVIEW_LIMIT = 12_000;
/** Characters of one tool call or result: it is the words that matter here. */
const TOOL_LIMIT = 1_500;

function pieceOf(part: Part): PreviewPiece | null {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : { kind: 'text', name: '', text: part.text.trim() };
    case 'reasoning':
      return part.text.trim() === '' ? null : { kind: 'reasoningPart', name: '', text: part.text.trim() };
    case 'tool-call':
      return {
        kind: 'call',
        name: part.name,
        text: part.inputText ?? (part.input === null ? '' : JSON.stringify(part.input, null, 2)),
      };
    case 'tool-result':
      return {
        kind: 'result',
        name: part.name,
        text: part.output
          .map((item) => (item.type === 'text' ? item.text : (item.name ?? item.mediaType)))
          .join('\n'),
      };
    case 'image':
      return { kind: 'imagePart', name: part.name ?? '', text: '' };
    case 'file':
      return { kind: 'filePart', name: part.name, text: part.text ?? '' };
    case 'opaque':
      return null;
  }
}

/** Pieces of the messages of a turn up to the limit, and how many characters were left out. */
export function previewOfMessages(messages: readonly Message[]): { pieces: PreviewPiece[]; left: number } {
  const pieces: PreviewPiece[] = [];
  let room = PREVIEW_LIMIT;
  let left = 0;
  for (const message of messages) {
    for (const part of message.parts) {
      const piece = pieceOf(part);
      if (!piece) continue;
      const own = piece.kind === 'text' ? room : Math.min(room, TOOL_LIMIT);
      const text = cut(piece.text, own);
      left += piece.text.length - text.length;
      if (text === '' && piece.text !== '') continue;
      room -= text.length;
      pieces.push({ ...piece, text });
    }
  }
  return { pieces, left };
}

/** The first characters of a text, no pair of surrogates torn apart. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/**
 * How large a turn is drawn. Known from its summary alone, so that the whole tree can be laid out without drawing
 * a single node, and so that a node never has to be measured.
 */
import type { Size } from '../../shared/layout';
import { FLAG } from '../../shared/model';
import type { TurnNode } from '../../shared/tree';

/** Widths and heights in CSS pixels; `TurnNode.module.css` uses the same. */
const METRICS = {
  promptWidth: 216,
  answerWidth: 264,
  toolWidth: 216,
  paddingX: 12,
  /** Borders, padding and the header line. */
  head: 36,
  line: 18,
  marks: 22,
} as const;

export const GAPS = { gapX: 28, gapY: 46 } as const;

/** Marks that get a line of their own beneath the preview. */
const MARKED =
  FLAG.toolCall | FLAG.image | FLAG.reasoning | FLAG.code | FLAG.error | FLAG.partial | FLAG.file;

/** Whether a turn has marks to show. */
export function hasMarks(turn: Pick<TurnNode, 'flags' | 'toolCalls'>): boolean {
  return (turn.flags & MARKED) !== 0 || turn.toolCalls > 0;
}

/** Lines of preview a turn has room for. */
export function previewLines(turn: Pick<TurnNode, 'preview' | 'role'>): 1 | 2 {
  return textWidth(turn.preview) > widthOf(turn.role) - 2 * METRICS.paddingX ? 2 : 1;
}

/** Width and height of a turn on the canvas. */
export function sizeOf(turn: Pick<TurnNode, 'preview' | 'role' | 'flags' | 'toolCalls'>): Size {
  return {
    width: widthOf(turn.role),
    height: METRICS.head + previewLines(turn) * METRICS.line + (hasMarks(turn) ? METRICS.marks : 0),
  };
}

function widthOf(role: TurnNode['role']): number {
  return role === 'user'
    ? METRICS.promptWidth
    : role === 'assistant'
      ? METRICS.answerWidth
      : METRICS.toolWidth;
}

/** About how wide a text is at 12.5 px: narrow letters count less, those of East Asia a whole square. */
function textWidth(text: string): number {
  let width = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code >= 0x1100 && isWide(code)) width += 12.5;
    else if (/[ijlftI.,;:'!|()[\]]/.test(char)) width += 3.8;
    else if (/[mwMW@%]/.test(char)) width += 10.4;
    else if (char === ' ') width += 3.6;
    else width += /[A-ZÄÖÜ0-9]/.test(char) ? 7.8 : 6.7;
    if (width > 400) return width;
  }
  return width;
}

function isWide(code: number): boolean {
  return (
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

/** Text cut into top-level blocks, so that only the block that changes is parsed again. */
import { marked } from 'marked';

/** Blocks of Markdown that joined give the text back. */
export function blocksOf(text: string): string[] {
  if (text === '') return [];
  try {
    const blocks: string[] = [];
    for (const token of marked.lexer(text)) {
      // Definitions of links hold for the whole text: it cannot be cut then.
      if (token.type === 'def') return [text];
      if (token.type === 'space' && blocks.length > 0) blocks[blocks.length - 1] += token.raw;
      else blocks.push(token.raw);
    }
    return blocks;
  } catch {
    // A text that the lexer cannot cut is shown as one block.
    return [text];
  }
}

/** Mathematics in TeX's own delimiters, and dollars that are money, as Markdown understands them; code is left alone. */
export function prepareMath(block: string): string {
  if (/^\s{0,3}(```|~~~)/.test(block)) return block;
  return block
    .split(/(`+[^`]*`+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece
            .replace(/\\\[([\s\S]+?)\\\]/g, (_, math: string) => ['\n$$\n', math.trim(), '\n$$\n'].join(''))
            .replace(/\\\(([\s\S]+?)\\\)/g, (_, math: string) => `$${math.trim()}$`)
            .replace(/(?<![\\$\w])\$(?=\d[\d.,]*(?:\s|[.,;:!?)]|$))/g, '\\$'),
    )
    .join('');
}

/** Where in a Markdown text code stands: rewriting anything there would mangle it. */

/** Applies `change` to the text outside fenced blocks and code spans; those stay byte for byte. */
export function outsideCode(text: string, change: (text: string) => string): string {
  const out: string[] = [];
  let prose: string[] = [];
  let fence: { sign: string; length: number } | null = null;
  const flush = (): void => {
    if (prose.length > 0) out.push(outsideSpans(prose.join('\n'), change));
    prose = [];
  };
  for (const line of text.split('\n')) {
    const match: RegExpExecArray | null =
      /^(?:[ ]{0,3}(?:>[ ]?|[-*+][ ]+|\d{1,9}[.)][ ]+)*)[ \t]*(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      out.push(line);
      if (match && match[1]![0] === fence.sign && match[1]!.length >= fence.length && match[2]!.trim() === '')
        fence = null;
    } else if (match && !(match[1]![0] === '`' && match[2]!.includes('`'))) {
      flush();
      fence = { sign: match[1]![0]!, length: match[1]!.length };
      out.push(line);
    } else prose.push(line);
  }
  flush();
  return out.join('\n');
}

function outsideSpans(text: string, change: (text: string) => string): string {
  let out = '';
  let at = 0;
  const ticks = /`+/g;
  for (let match = ticks.exec(text); match; match = ticks.exec(text)) {
    // A span ends at a run of the same length; without one the ticks are plain text.
    const close = new RegExp(`(?<!\`)\`{${match[0].length}}(?!\`)`, 'g');
    close.lastIndex = ticks.lastIndex;
    const end = close.exec(text);
    if (!end) continue;
    out += change(text.slice(at, match.index)) + text.slice(match.index, end.index + match[0].length);
    at = end.index + match[0].length;
    ticks.lastIndex = at;
  }
  return out + change(text.slice(at));
}

/** The longest run of backticks in a text. */
export function longestTicks(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

/** A fenced block that its content cannot close: one backtick longer than the longest run inside, at least three. */
export function fenced(content: string, info = ''): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(content) + 1));
  return `${fence}${info}\n${content}${content.endsWith('\n') || content === '' ? '' : '\n'}${fence}`;
}

/** The fence that a text leaves open, closed: what follows must not fall into it. */
export function closeFences(text: string): string {
  let open: { sign: string; length: number; indent: string } | null = null;
  for (const line of text.split('\n')) {
    const match: RegExpExecArray | null = /^([ ]{0,3})(`{3,}|~{3,})(.*)$/.exec(line);
    if (!match) continue;
    if (open) {
      if (match[2]![0] === open.sign && match[2]!.length >= open.length && match[3]!.trim() === '')
        open = null;
    } else if (!(match[2]![0] === '`' && match[3]!.includes('`'))) {
      open = { sign: match[2]![0]!, length: match[2]!.length, indent: match[1]! };
    }
  }
  return open
    ? `${text}${text.endsWith('\n') ? '' : '\n'}${open.indent}${open.sign.repeat(open.length)}`
    : text;
}

/** `\(…\)` to `$…$`, `\[…\]` to `$$…$$`, and `$` before a digit escaped; outside code only. */
export function dollarMath(text: string): string {
  return outsideCode(text, (prose) =>
    prose
      .replace(/(?<![\\$])\$(?=\d)/g, '\\$')
      .replace(/\\\[([\s\S]*?)\\\]/g, (_, math: string) => ['$$', math, '$$'].join(''))
      .replace(/\\\(([\s\S]*?)\\\)/g, (_, math: string) => `$${math.trim()}$`),
  );
}

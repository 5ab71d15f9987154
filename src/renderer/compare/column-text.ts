/** What a column of the comparison says: the words of all messages of a turn, as Markdown. */
import type { Message, Part } from '../../shared/model';

/** Names for what is not words. */
export interface ColumnTexts {
  call: (name: string) => string;
  image: (name: string) => string;
  file: (name: string) => string;
}

/** Characters of a tool's output that are shown; reasoning is left out, as in copies. */
const OUTPUT_SHOWN = 2_000;

/** Markdown of a turn; its lines are what is compared. */
export function columnText(messages: readonly Message[], texts: ColumnTexts): string {
  return messages
    .flatMap((message) => message.parts.map((part) => partText(part, texts)))
    .filter((text) => text !== '')
    .join('\n\n');
}

function partText(part: Part, texts: ColumnTexts): string {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? '' : part.text;
    case 'image':
      return texts.image(escaped(part.name ?? ''));
    case 'file':
      return texts.file(escaped(part.name));
    case 'tool-call':
      return texts.call(inlineCode(part.name));
    case 'tool-result': {
      const output = part.output.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
      const shown = output.length > OUTPUT_SHOWN ? `${output.slice(0, OUTPUT_SHOWN)}…` : output;
      return shown.trim() === '' ? '' : fenced(shown);
    }
    default:
      return '';
  }
}

/** A name within Markdown: nothing in it is markup. */
function escaped(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>$~|]/g, '\\$&');
}

function inlineCode(name: string): string {
  return `\`${name.replace(/`/g, "'")}\``;
}

/** A fence is longer than the longest run of backticks within. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** What is typed after a slash: which command, with what, and what completes it. */

export type CommandName = 'tree' | 'fork' | 'export' | 'dump' | 'rename' | 'model' | 'retry' | 'help';

export interface Command {
  name: CommandName;
  /** Whether something may stand after the name. */
  argument: boolean;
}

/** In the order in which they are offered. */
export const COMMANDS: readonly Command[] = [
  { name: 'tree', argument: false },
  { name: 'fork', argument: false },
  { name: 'retry', argument: false },
  { name: 'model', argument: true },
  { name: 'rename', argument: true },
  { name: 'export', argument: false },
  { name: 'dump', argument: false },
  { name: 'help', argument: false },
];

export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'command'; command: Command; argument: string }
  /** A slash and a word that names no command. */
  | { kind: 'unknown'; name: string };

/** A slash, a word, and then a space or the end: a path such as `/usr/bin` is no command. */
const SHAPE = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i;

/** Reads what stands in the box. Two slashes before a word stand for one and make it text. */
export function parseInput(text: string): Input {
  const trimmed = text.trim();
  if (trimmed.startsWith('//') && SHAPE.test(trimmed.slice(1))) {
    return { kind: 'text', text: text.replace('//', '/') };
  }
  const match = SHAPE.exec(trimmed);
  if (!match) return { kind: 'text', text };
  const name = match[1]!.toLowerCase();
  const command = COMMANDS.find((item) => item.name === name);
  return command ? { kind: 'command', command, argument: match[2]?.trim() ?? '' } : { kind: 'unknown', name };
}

/** Commands that what was typed so far may become; none once its name is written and a space follows. */
export function completions(text: string): readonly Command[] {
  const match = /^\/([a-z-]*)$/i.exec(text);
  if (!match) return [];
  const begun = match[1]!.toLowerCase();
  return COMMANDS.filter((command) => command.name.startsWith(begun));
}

import { describe, expect, it } from 'vitest';
import { COMMANDS, completions, parseInput } from './commands';

describe('parseInput', () => {
  it('knows each command, in any case and with spaces around', () => {
    for (const command of COMMANDS) {
      expect(parseInput(` /${command.name.toUpperCase()} `)).toEqual({
        kind: 'command',
        command,
        argument: '',
      });
    }
  });

  it('takes what follows the name as argument', () => {
    expect(parseInput('/rename  A new title ')).toMatchObject({ kind: 'command', argument: 'A new title' });
    expect(parseInput('/model\nopenai/gpt')).toMatchObject({ kind: 'command', argument: 'openai/gpt' });
  });

  it('names an unknown command', () => {
    expect(parseInput('/summarise this')).toEqual({ kind: 'unknown', name: 'summarise' });
  });

  it.each(['/usr/bin/env is what?', 'a /tree', '/', '/ tree', '/1', '// a comment', '/*\n*/', ''])(
    'leaves %j as it is',
    (text) => {
      expect(parseInput(text)).toEqual({ kind: 'text', text });
    },
  );

  it('makes text of a command after two slashes', () => {
    expect(parseInput('//tree is a command')).toEqual({ kind: 'text', text: '/tree is a command' });
    expect(parseInput('//nothing')).toEqual({ kind: 'text', text: '/nothing' });
  });
});

describe('completions', () => {
  it('offers all after a slash and fewer with each letter', () => {
    expect(completions('/')).toEqual(COMMANDS);
    expect(completions('/re').map((command) => command.name)).toEqual(['retry', 'rename']);
    expect(completions('/REN').map((command) => command.name)).toEqual(['rename']);
  });

  it('offers none for text, escapes and finished names', () => {
    for (const text of ['', 'tree', '//', '/rename x', '/tree ', '/nothing'])
      expect(completions(text)).toEqual([]);
  });
});

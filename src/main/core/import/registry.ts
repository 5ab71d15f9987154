/** The formats that can be read. A new one is a file of its own and a line here. */
import { astwerk } from './astwerk-json';
import { chatgpt } from './chatgpt';
import { claudeAi } from './claude-ai';
import { claudeCode } from './claude-code';
import type { Format } from './format';
import { pi } from './pi';

/** In the order in which they are asked whether a value is theirs. */
export const FORMATS: readonly Format[] = [astwerk, chatgpt, claudeAi, pi, claudeCode];

/** Short forms for the header line of a node. */
import type { TFunction } from 'i18next';
import { FLAG } from '../../shared/model';
import type { TurnNode } from '../../shared/tree';
import { language } from '../i18n';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${kind}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(language(), options);
    formats.set(key, made);
  }
  return made;
}

/** The time of today, the day of this year, else month and year. */
export function shortTime(time: number, now = Date.now()): string {
  const at = new Date(time);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString())
    return format('time', { hour: '2-digit', minute: '2-digit' }).format(at);
  if (at.getFullYear() === today.getFullYear())
    return format('day', { day: 'numeric', month: 'short' }).format(at);
  return format('month', { month: 'short', year: 'numeric' }).format(at);
}

/** Day and time in full. */
export function fullTime(time: number): string {
  return format('full', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}

/** A model id without its provider and date: `anthropic/claude-x-20250101` → `claude-x`. */
export function shortModel(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).replace(/[-@]\d{8}$|-\d{4}-\d{2}-\d{2}$/, '');
}

/** Who speaks in a turn. */
export function speaker(turn: Pick<TurnNode, 'role' | 'model'>, t: TFunction): string {
  if (turn.role === 'user') return t('prompt');
  if (turn.role === 'tool') return t('toolResult');
  return turn.model ? shortModel(turn.model) : t('answer');
}

/** What a turn says, or what it is called when it says nothing. */
export function wordsOf(turn: Pick<TurnNode, 'preview' | 'flags'>, t: TFunction): string {
  if (turn.flags & FLAG.unreadable) return t('unreadable');
  return turn.preview || t('untold');
}

/** What a screen reader hears of a turn. */
export function spokenTurn(
  turn: TurnNode,
  facts: { sibling: number; siblings: number; onPath: boolean; isTip: boolean },
  t: TFunction,
): string {
  const words = wordsOf(turn, t);
  return [
    turn.role === 'assistant' && turn.model ? `${t('answer')} ${shortModel(turn.model)}` : speaker(turn, t),
    facts.siblings > 1 ? t('siblingOf', { n: facts.sibling, count: facts.siblings }) : null,
    facts.isTip ? t('tipLong') : facts.onPath ? t('onPath') : null,
    words.length > 200 ? `${words.slice(0, 199)}…` : words,
  ]
    .filter(Boolean)
    .join(', ');
}

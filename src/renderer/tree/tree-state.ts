/** What the canvas needs of the conversation on screen; the words that stream in are not part of it. */
import { useShallow } from 'zustand/react/shallow';
import type { Checkpoint } from '../../shared/model';
import type { RunState } from '../../shared/rpc/runs';
import type { Tree, TurnNode } from '../../shared/tree';
import { type ConversationView, useView } from '../state';

export interface TreeState {
  conversation: string;
  turns: Tree<TurnNode>;
  turnOf: ReadonlyMap<string, string>;
  /** Turns on the current path. */
  path: ReadonlySet<string>;
  /** Turn of the tip. */
  tip: string | null;
  focus: string | null;
  selection: ReadonlySet<string>;
  checkpoints: readonly Checkpoint[];
  /** Runs as one string, which changes only when one begins, ends or breaks: `message:status` by spaces. */
  runs: string;
}

const runKey = (runs: readonly RunState[]) => runs.map((run) => `${run.parentId}:${run.status}`).join(' ');

function pick(view: ConversationView | null): TreeState | null {
  if (!view) return null;
  const tip = view.conversation.tip;
  return {
    conversation: view.conversation.id,
    turns: view.turns,
    turnOf: view.turnOf,
    path: view.turnPath,
    tip: tip === null ? null : (view.turnOf.get(tip) ?? null),
    focus: view.focus,
    selection: view.selection,
    checkpoints: view.checkpoints,
    runs: runKey(view.runs),
  };
}

/** The tree on screen; null when there is none. */
export function useTreeState(): TreeState | null {
  return useView(useShallow((state) => pick(state.view)));
}

/** By turn: whether an answer to it is under way, or broke off. */
export function runsByTurn({ runs, turnOf }: Pick<TreeState, 'runs' | 'turnOf'>) {
  const byTurn = new Map<string, 'running' | 'broken'>();
  for (const entry of runs === '' ? [] : runs.split(' ')) {
    const [message, status] = entry.split(':');
    const turn = turnOf.get(message!);
    if (turn === undefined) continue;
    const running = status === 'streaming' || status === 'tools';
    if (running || !byTurn.has(turn)) byTurn.set(turn, running ? 'running' : 'broken');
  }
  return byTurn;
}

/** Carries out what keys ask for on the canvas. */
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { childrenOf } from '../../shared/tree';
import { useView, viewActions } from '../state';
import { spokenTurn } from './format';
import { commandFor } from './keys';
import { type Step, stepFrom } from './navigate';
import type { PreviewHandle } from './Preview';
import type { Scene } from './scene';
import { elementIdOf } from './TurnNode';
import type { TreeState } from './tree-state';
import { selectedInOrder } from './turn-menu';
import type { Hover, Shown } from './use-hover';

export interface CommandContext {
  scene: Scene;
  state: TreeState;
  shown: Shown | null;
  hover: Hover;
  preview: RefObject<PreviewHandle | null>;
  zoom: (step: 'in' | 'out' | 'reset') => void;
  fit: () => void;
  announce: (text: string) => void;
  t: TFunction;
}

/** Opens the canvas's menu at a turn as if it had been clicked with the right button. */
function openMenuAt(turn: string): void {
  const element = document.getElementById(elementIdOf(turn));
  if (!element) return;
  const box = element.getBoundingClientRect();
  element.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: box.left + Math.min(24, box.width / 2),
      clientY: box.top + box.height / 2,
    }),
  );
}

/** Handles the keys of the canvas; everything else is left to the window. */
export function useCommands(context: CommandContext): (event: KeyboardEvent<HTMLElement>) => void {
  // The child gone to last, by parent: where "down" leads off the path.
  const visited = useRef(new Map<string, string>());

  const focus = (turn: string) => {
    const { turns } = context.scene;
    const parent = turns.parents.get(turn) ?? null;
    if (parent !== null) visited.current.set(parent, turn);
    viewActions.setFocus(turn);
    if (context.shown?.pinned) context.hover.pin(turn);
    const siblings = childrenOf(turns, parent);
    context.announce(
      spokenTurn(
        turns.nodes.get(turn)!,
        {
          sibling: siblings.indexOf(turn) + 1,
          siblings: siblings.length,
          onPath: context.state.path.has(turn),
          isTip: context.state.tip === turn,
        },
        context.t,
      ),
    );
  };

  const step = (name: Step) => {
    const { scene, state, t } = context;
    const around = { levels: scene.levels, path: state.path, tip: state.tip, visited: visited.current };
    const next = stepFrom(scene.turns, around, state.focus, name);
    if (next !== null) focus(next);
    else context.announce(t(name.endsWith('branch-point') ? 'noBranchPointThatWay' : 'noneThatWay'));
  };

  return (event) => {
    const command = event.target === event.currentTarget ? commandFor(event.nativeEvent) : null;
    const { view } = useView.getState();
    if (!command || !view) return;
    const { state, hover, shown, t } = context;
    const at = state.focus ?? state.tip;
    const turn = at === null ? undefined : view.turns.nodes.get(at);
    if (command.do === 'close' && !shown && state.selection.size === 0) return;
    event.preventDefault();
    switch (command.do) {
      case 'step':
        return step(command.step);
      case 'fit':
        return context.fit();
      case 'zoom-in':
        return context.zoom('in');
      case 'zoom-out':
        return context.zoom('out');
      case 'zoom-reset':
        return context.zoom('reset');
      case 'page-up':
        return context.preview.current?.scroll(-1);
      case 'page-down':
        return context.preview.current?.scroll(1);
      case 'close':
        return shown ? hover.hide() : viewActions.clearSelection();
    }
    if (!turn) return;
    switch (command.do) {
      case 'continue':
        void viewActions.continueFrom(turn.end);
        return;
      case 'preview':
        return shown?.pinned && shown.turn === turn.id ? hover.hide() : hover.pin(turn.id);
      case 'select':
        return viewActions.toggleSelected(turn.id);
      case 'edit':
        if (turn.role === 'user') void viewActions.startEdit(turn.id);
        else context.announce(t('onlyPromptsEdited'));
        return;
      case 'compare': {
        const chosen = selectedInOrder(view);
        return viewActions.openCompare(chosen.length >= 2 ? chosen : [turn.id]);
      }
      case 'delete':
        void viewActions.remove(turn.id, 'subtree');
        return;
      case 'menu':
        return openMenuAt(turn.id);
    }
  };
}

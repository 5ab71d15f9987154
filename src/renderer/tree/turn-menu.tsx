/** The entries of the menu on a turn. */
import type { TFunction } from 'i18next';
import {
  Copy,
  CornerDownRight,
  FileOutput,
  GitCompareArrows,
  GitFork,
  Pencil,
  RefreshCw,
  SquareCheck,
  TextSearch,
  Trash2,
} from 'lucide-react';
import { siblingsOf, subtreeOf } from '../../shared/tree';
import { appActions, type ConversationView, viewActions } from '../state';
import type { MenuItem } from '../ui';

const SIZE = 14;

/** The nearest prompt above a turn, which another answer would answer. */
export function promptAbove(view: ConversationView, turn: string): string | null {
  let at = view.turns.parents.get(turn) ?? null;
  while (at !== null && view.turns.nodes.get(at)!.role !== 'user') at = view.turns.parents.get(at) ?? null;
  return at === null ? null : view.turns.nodes.get(at)!.end;
}

/** Ids of the selected turns in the order of the tree. */
export function selectedInOrder(view: Pick<ConversationView, 'turns' | 'selection'>): string[] {
  return view.selection.size === 0 ? [] : view.turns.order.filter((id) => view.selection.has(id));
}

/** What can be done with a turn. Nothing when it is not in the tree (any more). */
export function turnMenu(
  view: ConversationView,
  id: string,
  t: TFunction,
  show: (turn: string) => void,
): MenuItem[] {
  const turn = view.turns.nodes.get(id);
  if (!turn) return [];
  const prompt = turn.role === 'user' ? null : promptAbove(view, id);
  const siblings = siblingsOf(view.turns, id).length;
  const replies = subtreeOf(view.tree, turn.end).length - 1;
  // A call and its result would be torn apart: such a turn goes with what follows it, or not at all.
  const bound = turn.messageIds.some((message) => {
    const node = view.tree.nodes.get(message);
    return node?.calls !== undefined || node?.results !== undefined;
  });
  const selected = view.selection.has(id);
  const chosen = selectedInOrder(view);
  const items: MenuItem[] = [
    {
      label: t('continueHere'),
      icon: <CornerDownRight size={SIZE} />,
      shortcut: '↵',
      onSelect: () => void viewActions.continueFrom(turn.end),
    },
  ];
  if (turn.role === 'user') {
    items.push({
      label: t('editPrompt'),
      icon: <Pencil size={SIZE} />,
      shortcut: 'E',
      onSelect: () => void viewActions.startEdit(turn.id),
    });
  }
  const answered = turn.role === 'user' ? turn.end : prompt;
  if (answered !== null) {
    items.push({
      label: t('answerAgain'),
      icon: <RefreshCw size={SIZE} />,
      onSelect: () => void viewActions.answerAgain(answered),
    });
  }
  items.push(
    { label: t('fork'), icon: <GitFork size={SIZE} />, onSelect: () => void viewActions.fork(turn.end) },
    null,
    {
      label: t('showWhole'),
      icon: <TextSearch size={SIZE} />,
      shortcut: '␣',
      onSelect: () => show(id),
    },
    {
      label: t('compareSiblings'),
      icon: <GitCompareArrows size={SIZE} />,
      shortcut: chosen.length < 2 ? 'C' : undefined,
      disabled: siblings < 2,
      onSelect: () => viewActions.openCompare([turn.id]),
    },
  );
  if (chosen.length >= 2) {
    items.push({
      label: t('compareSelected'),
      icon: <GitCompareArrows size={SIZE} />,
      shortcut: 'C',
      disabled: chosen.length > 4,
      onSelect: () => viewActions.openCompare(chosen),
    });
  }
  items.push(
    {
      label: selected ? t('deselect') : t('select'),
      icon: <SquareCheck size={SIZE} />,
      shortcut: 'X',
      onSelect: () => viewActions.toggleSelected(id),
    },
    null,
    { label: t('copy'), icon: <Copy size={SIZE} />, onSelect: () => void viewActions.copy(turn.id) },
    {
      label: t('copyBranch'),
      icon: <Copy size={SIZE} />,
      onSelect: () => void viewActions.copyBranch(turn.end),
    },
    {
      label: t('exportBranch'),
      icon: <FileOutput size={SIZE} />,
      onSelect: () =>
        appActions.openDialog({ kind: 'export', conversation: view.conversation.id, tip: turn.end }),
    },
    null,
  );
  if (replies > 0) {
    items.push({
      label: t('deleteOnly'),
      icon: <Trash2 size={SIZE} />,
      danger: true,
      disabled: bound,
      onSelect: () => void viewActions.remove(turn.id, 'only'),
    });
  }
  items.push({
    label: replies > 0 ? t('deleteWithReplies', { count: replies }) : t('deleteOne'),
    icon: <Trash2 size={SIZE} />,
    shortcut: 'Del',
    danger: true,
    onSelect: () => void viewActions.remove(turn.id, 'subtree'),
  });
  return items;
}

/** What is selected on the canvas, and what can be done with it. */
import { GitCompareArrows, X } from 'lucide-react';
import type { Tree, TurnNode } from '../../shared/tree';
import { useT } from '../i18n';
import { viewActions } from '../state';
import { Button } from '../ui';
import styles from './TreeCanvas.module.css';
import { selectedInOrder } from './turn-menu';

export function SelectionBar({
  turns,
  selection,
}: {
  turns: Tree<TurnNode>;
  selection: ReadonlySet<string>;
}) {
  const t = useT('tree');
  if (selection.size === 0) return null;
  const comparable = selection.size >= 2 && selection.size <= 4;
  return (
    <div
      className={styles.selectionBar}
      role="toolbar"
      aria-label={t('selection', { count: selection.size })}
    >
      <span aria-live="polite">{t('selection', { count: selection.size })}</span>
      <Button
        size="s"
        variant="primary"
        disabled={!comparable}
        title={comparable ? undefined : t('compareHint')}
        onClick={() => viewActions.openCompare(selectedInOrder({ turns, selection }))}
      >
        <GitCompareArrows size={14} aria-hidden /> {t('compare')}
      </Button>
      <Button size="s" variant="quiet" onClick={() => viewActions.clearSelection()}>
        <X size={14} aria-hidden /> {t('clear')}
      </Button>
    </div>
  );
}

/** What the canvas shows while there is no tree: an invitation, a skeleton, or what went wrong. */
import { FileInput, MessageSquarePlus, TriangleAlert } from 'lucide-react';
import { useT } from '../i18n';
import { appActions, useApp, viewActions } from '../state';
import { Button, EmptyState } from '../ui';
import styles from './TreeCanvas.module.css';

/** No conversation is open. */
export function NoConversation() {
  const t = useT('tree');
  const demo = useApp((state) => state.defaultModel === 'demo');
  return (
    <EmptyState
      icon={<Sapling />}
      title={t('noneTitle')}
      actions={
        <>
          <Button variant="primary" onClick={() => appActions.openDialog({ kind: 'import' })}>
            <FileInput size={15} aria-hidden /> {t('import')}
          </Button>
          {demo && (
            <Button onClick={() => void viewActions.send([{ type: 'text', text: t('demoPrompt') }])}>
              <MessageSquarePlus size={15} aria-hidden /> {t('useDemo')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.emptyLine}>{t('noneText')}</p>
      {demo && <p className={styles.emptyLine}>{t('noneDemo', { prompt: t('demoPrompt') })}</p>}
    </EmptyState>
  );
}

/** The conversation has no message yet. */
export function NoMessages() {
  const t = useT('tree');
  return (
    <EmptyState icon={<Sapling />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  );
}

/** The tree could not be loaded. */
export function LoadFailed({ conversation, reason }: { conversation: string; reason: string }) {
  const t = useT('tree');
  return (
    <EmptyState
      icon={<TriangleAlert size={28} aria-hidden />}
      title={t('loadFailed')}
      actions={<Button onClick={() => void viewActions.load(conversation)}>{t('retry')}</Button>}
    >
      {reason}
    </EmptyState>
  );
}

/** Grey boxes where the tree is about to be. */
export function Skeleton() {
  const t = useT('tree');
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      <span />
      <span />
      <div>
        <span />
        <span />
      </div>
    </div>
  );
}

/** A small tree, drawn with the colours of the app. */
function Sapling() {
  return (
    <svg className={styles.sapling} width="96" height="72" viewBox="0 0 96 72" aria-hidden="true">
      <path d="M48 14v8c0 8 -32 4 -32 12M48 22v12M48 22c0 8 32 4 32 12M48 44v12" />
      <rect x="37" y="4" width="22" height="10" rx="3" data-on-path="true" />
      <rect x="5" y="34" width="22" height="10" rx="3" />
      <rect x="37" y="34" width="22" height="10" rx="3" data-on-path="true" />
      <rect x="69" y="34" width="22" height="10" rx="3" />
      <rect x="37" y="56" width="22" height="10" rx="3" data-on-path="true" />
    </svg>
  );
}

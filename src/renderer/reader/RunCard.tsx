/** An answer under way, or one that broke and is offered back [R4]. */
import type { RunState } from '../../shared/rpc/runs';
import { useT } from '../i18n';
import { viewActions } from '../state';
import { Button, Spinner } from '../ui';
import { PartView } from './Parts';
import styles from './Reader.module.css';

export function RunCard({ run }: { run: RunState }) {
  const t = useT('reader');
  const live = run.status === 'streaming' || run.status === 'tools';
  const keepable = run.parts.some((part) => part.type === 'text' && part.text.trim() !== '');
  return (
    <article className={styles.turn} data-testid="run" data-status={run.status}>
      <header className={styles.turnHead}>
        <span className={styles.assistant}>{t('assistant')}</span>
        <span className={styles.faint}>{run.model}</span>
        {live && <Spinner label={t('thinking')} />}
      </header>
      {run.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer are appended, never moved
        <PartView key={index} part={part} results={new Map()} streaming={live} />
      ))}
      {!live && (
        <div className={styles.broken} role="alert">
          <p>{run.error?.message ?? t(run.status === 'interrupted' ? 'interrupted' : 'stopped')}</p>
          {run.error?.detail && run.error.detail !== run.error.message && (
            <p className={styles.faint}>{run.error.detail}</p>
          )}
          <div className={styles.row}>
            <Button size="s" variant="primary" onClick={() => void viewActions.resolveRun(run.id, 'retry')}>
              {t('retry')}
            </Button>
            {keepable && (
              <Button size="s" onClick={() => void viewActions.resolveRun(run.id, 'keep')}>
                {t('keep')}
              </Button>
            )}
            <Button size="s" variant="quiet" onClick={() => void viewActions.resolveRun(run.id, 'discard')}>
              {t('discard')}
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}

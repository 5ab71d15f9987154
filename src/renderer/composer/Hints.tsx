/** Lines above the box: what is being edited, and what will become of the prompt. */
import { Pencil } from 'lucide-react';
import { useT } from '../i18n';
import { appActions, repliesAtTip, useApp, useView } from '../state';
import { Button } from '../ui';
import styles from './Composer.module.css';
import { modelLabel } from './models';

/** Says which prompt the new one will stand beside. */
export function EditBanner({
  message,
  lost,
  onCancel,
}: {
  message: string;
  /** Attachments of the old prompt that are not here. */
  lost: number;
  onCancel: () => void;
}) {
  const t = useT('composer');
  const preview = useView((state) => state.view?.tree.nodes.get(message)?.preview ?? '');
  return (
    <div className={styles.banner} role="status">
      <Pencil size={13} aria-hidden />
      <span className={styles.bannerText}>
        <strong>{t('editing')}</strong> {preview || t('untold')}
        {lost > 0 && <span className={styles.lost}> {t('lostAttachments', { count: lost })}</span>}
      </span>
      <Button size="s" variant="quiet" onClick={onCancel}>
        {t('cancelEdit')}
      </Button>
    </div>
  );
}

/** What one should know before sending; nothing when there is nothing to know. */
export function Hints({
  model,
  editing,
  queued,
  hasImages,
}: {
  model: string;
  editing: boolean;
  /** The prompt will wait for an answer under way. */
  queued: boolean;
  hasImages: boolean;
}) {
  const t = useT('composer');
  const readOnly = useApp((state) => state.info?.writable === false);
  const models = useApp((state) => state.models);
  const waiting = useView((state) => state.view?.queue.length ?? 0);
  const replies = useView((state) => (state.view && !editing ? repliesAtTip(state.view) : 0));
  const info = models.find((item) => item.id === model);
  const name = modelLabel(models, model);
  if (readOnly) return <p className={styles.hint}>{t('readOnly')}</p>;
  return (
    <>
      {queued ? (
        <p className={styles.hint}>
          {t('willQueue')} {waiting > 0 && t('waiting', { count: waiting })}
        </p>
      ) : (
        replies > 0 && <p className={styles.hint}>{t('newBranch', { count: replies })}</p>
      )}
      {info && !info.ready && (
        <p className={styles.hint}>
          {t('modelNotReady', { name })}{' '}
          <button
            type="button"
            className={styles.link}
            onClick={() => appActions.openDialog({ kind: 'settings', tab: 'providers' })}
          >
            {t('addKey')}
          </button>
        </p>
      )}
      {info && hasImages && !info.vision && <p className={styles.hint}>{t('noVision', { name })}</p>}
    </>
  );
}

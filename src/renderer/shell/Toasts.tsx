import { X } from 'lucide-react';
import { useT } from '../i18n';
import { dismissToast, useToasts } from '../state/toasts';
import { IconButton } from '../ui';
import styles from './Toasts.module.css';

/** Short messages at the lower edge, announced to readers. */
export function Toasts() {
  const t = useT('shell');
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className={styles.stack} aria-label={t('notifications')} aria-live="polite">
      {toasts.map((item) => (
        <div
          key={item.id}
          className={`${styles.toast} ${styles[item.kind]}`}
          role={item.kind === 'error' ? 'alert' : 'status'}
        >
          <span className={styles.text}>{item.text}</span>
          {item.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                item.action?.run();
                dismissToast(item.id);
              }}
            >
              {item.action.label}
            </button>
          )}
          <IconButton
            size="s"
            label={t('dismiss')}
            className={styles.close}
            onClick={() => dismissToast(item.id)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
    </section>
  );
}

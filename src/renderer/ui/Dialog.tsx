import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../i18n';
import { IconButton } from './Button';
import styles from './Dialog.module.css';

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, Escape closes, the rest is inert.
 * `footer` stays in view while the content scrolls.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  width = 'm',
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  width?: 's' | 'm' | 'l';
}) {
  const t = useT('shell');
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current!;
    if (!dialog.open) dialog.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes by the dialog's own cancel event
    <dialog
      ref={ref}
      className={`${styles.dialog} ${styles[width]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton label={t('close')} onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}

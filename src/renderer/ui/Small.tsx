import type { ReactNode } from 'react';
import styles from './Small.module.css';

/** A small turning ring; `label` says what is waited for. */
export function Spinner({ label, size = 14 }: { label: string; size?: number }) {
  return (
    <span role="status" aria-label={label} className={styles.spinner} style={{ width: size, height: size }} />
  );
}

/** A key or a chord as printed on keys. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** A quiet label on a row. */
export function Badge({
  children,
  tone = 'neutral',
}: {
  children: ReactNode;
  tone?: 'neutral' | 'accent' | 'warning' | 'danger';
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

/** What stands where there is nothing yet: a sentence, a hint, and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.emptyIcon}>{icon}</div>}
      <p className={styles.emptyTitle}>{title}</p>
      {children && <div className={styles.emptyText}>{children}</div>}
      {actions && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  );
}

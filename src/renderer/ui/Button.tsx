import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

type Variant = 'primary' | 'plain' | 'quiet' | 'danger';

/** A button with a text. `quiet` has no frame until it is pointed at. */
export function Button({
  variant = 'plain',
  size = 'm',
  className,
  ...rest
}: ComponentProps<'button'> & { variant?: Variant; size?: 's' | 'm' }) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')}
    />
  );
}

/** A square button with an icon; `label` is its name for readers and its tooltip. */
export function IconButton({
  label,
  children,
  active,
  size = 'm',
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode; active?: boolean; size?: 's' | 'm' }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={active}
      {...rest}
      className={[styles.icon, styles[size], active ? styles.active : '', className]
        .filter(Boolean)
        .join(' ')}
    >
      {children}
    </button>
  );
}

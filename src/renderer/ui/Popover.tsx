import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Popover.module.css';

/** A panel that opens at its trigger. `trigger` is the button; without one, `anchor` says where. */
export function Popover({
  trigger,
  anchor,
  children,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  label,
}: {
  trigger?: ReactNode;
  anchor?: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  label: string;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor asChild>{anchor}</Radix.Anchor>}
      <Radix.Portal>
        <Radix.Content
          className={styles.popover}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

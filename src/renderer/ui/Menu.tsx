import { ContextMenu as RadixContext, DropdownMenu as RadixDropdown } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Menu.module.css';

/** One entry of a menu; null is a separator. */
export type MenuItem =
  | {
      label: string;
      icon?: ReactNode;
      shortcut?: string;
      danger?: boolean;
      disabled?: boolean;
      onSelect: () => void;
    }
  | { label: string; icon?: ReactNode; items: MenuItem[] }
  | null;

type Kit = typeof RadixDropdown | typeof RadixContext;

// Not modal: the modal kind writes a style element, which our content security policy forbids.
function entries(kit: Kit, items: readonly MenuItem[]): ReactNode {
  const K = kit as typeof RadixDropdown;
  return items.map((item, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: entries of a menu never move while it is open
    if (item === null) return <K.Separator key={index} className={styles.separator} />;
    if ('items' in item) {
      return (
        <K.Sub key={item.label}>
          <K.SubTrigger className={styles.item}>
            <span className={styles.icon}>{item.icon}</span>
            {item.label}
            <span className={styles.shortcut}>›</span>
          </K.SubTrigger>
          <K.Portal>
            <K.SubContent className={styles.menu} collisionPadding={8}>
              {entries(kit, item.items)}
            </K.SubContent>
          </K.Portal>
        </K.Sub>
      );
    }
    return (
      <K.Item
        key={item.label}
        className={`${styles.item} ${item.danger ? styles.danger : ''}`}
        disabled={item.disabled}
        onSelect={item.onSelect}
      >
        <span className={styles.icon}>{item.icon}</span>
        {item.label}
        {item.shortcut && <span className={styles.shortcut}>{item.shortcut}</span>}
      </K.Item>
    );
  });
}

/** A button that opens a menu beneath it. `children` is the button. */
export function DropdownMenu({
  items,
  children,
  align = 'end',
  open,
  onOpenChange,
}: {
  items: readonly MenuItem[];
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <RadixDropdown.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <RadixDropdown.Trigger asChild>{children}</RadixDropdown.Trigger>
      <RadixDropdown.Portal>
        <RadixDropdown.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {entries(RadixDropdown, items)}
        </RadixDropdown.Content>
      </RadixDropdown.Portal>
    </RadixDropdown.Root>
  );
}

/** A menu on right click, the menu key and Shift+F10, over `children`. */
export function ContextMenu({
  items,
  children,
  onOpenChange,
}: {
  items: readonly MenuItem[];
  children: ReactNode;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <RadixContext.Root modal={false} onOpenChange={onOpenChange}>
      <RadixContext.Trigger asChild>{children}</RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content className={styles.menu} collisionPadding={8}>
          {entries(RadixContext, items)}
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  );
}

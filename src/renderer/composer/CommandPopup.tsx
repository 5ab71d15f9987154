import { useEffect, useRef } from 'react';
import { useT } from '../i18n';
import styles from './Composer.module.css';
import type { Command } from './commands';

/** Id of an entry, for `aria-activedescendant` of the box. */
export function commandId(list: string, command: Command): string {
  return `${list}-${command.name}`;
}

/** Commands that complete what was typed. The box keeps the focus; its arrows move through the list. */
export function CommandPopup({
  id,
  commands,
  active,
  onPick,
}: {
  id: string;
  commands: readonly Command[];
  active: number;
  onPick: (command: Command) => void;
}) {
  const t = useT('composer');
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another entry is the active one
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('commands')} className={styles.popup}>
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys come to the box
        <div
          key={command.name}
          id={commandId(id, command)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Keeps the focus in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
        >
          <span className={styles.commandName}>
            /{command.name}
            {command.argument && <span className={styles.argument}> {t(`argument_${command.name}`)}</span>}
          </span>
          <span className={styles.commandText}>{t(`command_${command.name}`)}</span>
        </div>
      ))}
    </div>
  );
}

import { useId, useState } from 'react';
import { useT } from '../i18n';
import { appActions, useApp } from '../state';
import { Button, Dialog } from '../ui';
import styles from './dialogs.module.css';

export function RenameDialog({ conversation }: { conversation: string }) {
  const t = useT('dialogs');
  const form = useId();
  const known = useApp(
    (state) =>
      [...state.conversations, ...state.archived].find((item) => item.id === conversation)?.title ?? '',
  );
  const [title, setTitle] = useState(known);
  return (
    <Dialog
      title={t('renameTitle')}
      width="s"
      onClose={appActions.closeDialog}
      footer={
        <Button variant="primary" type="submit" form={form} disabled={title.trim() === ''}>
          {t('renameTitle')}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void appActions.rename(conversation, title.trim());
          appActions.closeDialog();
        }}
      >
        <input
          className={styles.input}
          aria-label={t('title')}
          value={title}
          maxLength={500}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import type { ConversationSummary } from '../../shared/model';
import { useT } from '../i18n';
import { api } from '../rpc/client';
import { appActions, toastError, useApp, viewActions } from '../state';
import { Button, Dialog } from '../ui';
import styles from './dialogs.module.css';

export function TrashDialog() {
  const t = useT('dialogs');
  const selected = useApp((state) => state.selected);
  const [conversations, setConversations] = useState<ConversationSummary[]>([]);
  const [messages, setMessages] = useState<{ id: string; preview: string; messages: number }[]>([]);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again after a restoration
  useEffect(() => {
    Promise.all([
      api.conversations.trash(),
      selected === null ? [] : api.tree.trash({ conversation: selected }),
    ]).then(([gone, parts]) => {
      setConversations(gone);
      setMessages(parts);
    }, toastError);
  }, [selected, turn]);
  const again = () => setTurn((value) => value + 1);
  return (
    <Dialog title={t('trashTitle')} onClose={appActions.closeDialog}>
      {conversations.length === 0 && messages.length === 0 && <p>{t('trashEmpty')}</p>}
      {messages.length > 0 && <h3>{t('deletedMessages')}</h3>}
      {messages.map((entry) => (
        <div key={entry.id} className={styles.row}>
          <span className={styles.grow}>{entry.preview}</span>
          <span>{t('messages', { count: entry.messages })}</span>
          <Button
            size="s"
            onClick={() => selected && void viewActions.restore(selected, entry.id).then(again)}
          >
            {t('restore')}
          </Button>
        </div>
      ))}
      {conversations.length > 0 && <h3>{t('deletedConversations')}</h3>}
      {conversations.map((item) => (
        <div key={item.id} className={styles.row}>
          <span className={styles.grow}>{item.title || t('untitled')}</span>
          <span>{t('messages', { count: item.messages })}</span>
          <Button size="s" onClick={() => void appActions.restoreConversation(item.id).then(again)}>
            {t('restore')}
          </Button>
        </div>
      ))}
    </Dialog>
  );
}

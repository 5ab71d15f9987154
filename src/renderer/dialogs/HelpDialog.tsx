import { useT } from '../i18n';
import { appActions } from '../state';
import { Dialog } from '../ui';
import styles from './dialogs.module.css';

export function HelpDialog() {
  const t = useT('dialogs');
  return (
    <Dialog title={t('helpTitle')} onClose={appActions.closeDialog}>
      {(['keys', 'commands', 'demo'] as const).map((topic) => (
        <section key={topic} className={styles.section}>
          <h3>{t(topic)}</h3>
          <p>{t(`${topic}Text`)}</p>
        </section>
      ))}
    </Dialog>
  );
}

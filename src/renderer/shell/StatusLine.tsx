import { useT } from '../i18n';
import { useApp } from '../state';
import styles from './StatusLine.module.css';

/** Says when the connection is gone or this window only reads. Nothing otherwise. */
export function StatusLine() {
  const t = useT('shell');
  const connection = useApp((state) => state.connection);
  const writable = useApp((state) => state.info?.writable ?? true);
  const loaded = useApp((state) => state.conversationsLoaded);
  const loadError = useApp((state) => state.loadError);
  if (connection === 'lost') return <Line tone="warning" text={t('connectionLost')} />;
  if (loadError !== null) return <Line tone="danger" text={loadError} />;
  if (connection === 'connecting' && !loaded) return null;
  if (!writable) return <Line tone="warning" text={t('readOnly')} />;
  return null;
}

function Line({ tone, text }: { tone: 'warning' | 'danger'; text: string }) {
  return (
    <div role="status" className={`${styles.line} ${styles[tone]}`}>
      {text}
    </div>
  );
}

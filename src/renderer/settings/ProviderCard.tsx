import { useId, useState } from 'react';
import type { ProviderView } from '../../shared/rpc/settings';
import { useT } from '../i18n';
import { api } from '../rpc/client';
import { toastError } from '../state';
import { Button } from '../ui';
import styles from './settings.module.css';

/** One provider: its key (written, never read back), its address, its models. */
export function ProviderCard({
  provider,
  onChange,
}: {
  provider: ProviderView;
  onChange: (changed: ProviderView) => void;
}) {
  const t = useT('settings');
  const id = useId();
  const [key, setKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(provider.baseUrl ?? '');
  const [models, setModels] = useState(provider.models.join('\n'));
  const [said, setSaid] = useState<string | null>(null);
  const { key: status, keyEnv: _, ...config } = provider;
  const save = () =>
    api.providers
      .save({
        ...config,
        kind: config.kind as Exclude<typeof config.kind, 'demo'>,
        baseUrl: baseUrl.trim() || null,
        models: models
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      })
      .then(onChange, toastError);
  const told =
    status.state === 'set'
      ? t('keySet', { hint: status.hint, from: status.from })
      : status.state === 'none'
        ? t('keyNone')
        : t('keyNotNeeded');
  return (
    <details className={styles.card} data-testid={`provider-${provider.id}`}>
      <summary>
        <strong>{provider.label}</strong> <span className={styles.faint}>{told}</span>
      </summary>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          api.providers.setKey({ id: provider.id, key }).then((changed) => {
            setKey('');
            onChange(changed);
          }, toastError);
        }}
      >
        <input
          type="password"
          autoComplete="off"
          aria-label={t('keyFor', { label: provider.label })}
          placeholder={t('keyFor', { label: provider.label })}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button type="submit" disabled={key.trim() === ''}>
          {t('save')}
        </Button>
        {status.state === 'set' && status.from !== 'environment' && (
          <Button onClick={() => void api.providers.clearKey({ id: provider.id }).then(onChange, toastError)}>
            {t('remove')}
          </Button>
        )}
      </form>
      {provider.keyEnv && <p className={styles.faint}>{t('env', { name: provider.keyEnv })}</p>}
      <div className={styles.fields}>
        <label className={styles.field} htmlFor={`${id}url`}>
          <span>{t('baseUrl')}</span>
          <input
            id={`${id}url`}
            type="url"
            value={baseUrl}
            placeholder={t('ownAddress')}
            onChange={(event) => setBaseUrl(event.target.value)}
            onBlur={() => void save()}
          />
        </label>
        <label className={styles.field} htmlFor={`${id}models`}>
          <span>{t('models')}</span>
          <textarea
            id={`${id}models`}
            rows={4}
            value={models}
            onChange={(event) => setModels(event.target.value)}
            onBlur={() => void save()}
          />
        </label>
      </div>
      <Button
        onClick={() => {
          setSaid(t('testing'));
          api.providers.test({ id: provider.id }).then((result) => setSaid(result.message), toastError);
        }}
      >
        {t('test')}
      </Button>{' '}
      {said && <span role="status">{said}</span>}
    </details>
  );
}

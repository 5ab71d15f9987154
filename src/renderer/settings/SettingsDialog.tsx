import { useEffect, useState } from 'react';
import type { DoctorReport } from '../../shared/rpc/contract';
import type { Language, ProviderView, Settings, Theme } from '../../shared/rpc/settings';
import { useT } from '../i18n';
import { api } from '../rpc/client';
import { appActions, toastError, useApp } from '../state';
import { Button, Dialog } from '../ui';
import { ProviderCard } from './ProviderCard';
import styles from './settings.module.css';

export function SettingsDialog({ tab }: { tab?: 'general' | 'providers' | 'data' }) {
  const t = useT('settings');
  const settings = useApp((state) => state.settings);
  const models = useApp((state) => state.models);
  const info = useApp((state) => state.info);
  const [providers, setProviders] = useState<ProviderView[]>([]);
  const [report, setReport] = useState<DoctorReport | null>(null);
  useEffect(() => {
    api.providers.list().then(setProviders, toastError);
  }, []);
  useEffect(() => {
    if (tab) document.getElementById(`settings-${tab}`)?.scrollIntoView();
  }, [tab]);
  const field = (
    label: string,
    value: string,
    choices: [string, string][],
    set: (value: string) => Partial<Settings>,
  ) => (
    <label className={styles.field}>
      <span>{label}</span>
      <select value={value} onChange={(event) => void appActions.setSettings(set(event.target.value))}>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Dialog title={t('title')} width="l" onClose={appActions.closeDialog}>
      <section id="settings-general" className={styles.section}>
        <h3>{t('general')}</h3>
        <div className={styles.fields}>
          {field(
            t('theme'),
            settings.theme,
            [
              ['system', t('system')],
              ['light', t('light')],
              ['dark', t('dark')],
            ],
            (theme) => ({ theme: theme as Theme }),
          )}
          {field(
            t('language'),
            settings.language,
            [
              ['system', t('system')],
              ['en', 'English'],
              ['de', 'Deutsch'],
            ],
            (language) => ({ language: language as Language }),
          )}
          {field(
            t('sendWith'),
            settings.sendWith,
            [
              ['enter', t('enter')],
              ['mod-enter', t('modEnter')],
            ],
            (sendWith) => ({ sendWith: sendWith as Settings['sendWith'] }),
          )}
          {field(
            t('defaultModel'),
            settings.defaultModel ?? '',
            [
              ['', t('automatic')],
              ...models.filter((model) => model.ready).map((model): [string, string] => [model.id, model.id]),
            ],
            (id) => ({ defaultModel: id || null }),
          )}
        </div>
      </section>
      <section id="settings-providers" className={styles.section}>
        <h3>{t('providers')}</h3>
        {providers
          .filter((provider) => provider.kind !== 'demo')
          .map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onChange={(changed) =>
                setProviders((all) => all.map((item) => (item.id === changed.id ? changed : item)))
              }
            />
          ))}
      </section>
      <section id="settings-data" className={styles.section}>
        <h3>{t('data')}</h3>
        <p>
          {t('directory')}: <code>{info?.dataDirectory}</code>
          <br />
          {t('version')}: {info?.version}
        </p>
        <Button onClick={() => void api.doctor.check().then(setReport, toastError)}>{t('doctor')}</Button>
        {report && (
          <ul>
            {report.checks.map((check) => (
              <li key={check.name}>
                {check.ok ? '✓' : '✗'} {check.name}: {check.detail}
              </li>
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  );
}

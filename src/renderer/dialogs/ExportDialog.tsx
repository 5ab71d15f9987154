import { useEffect, useState } from 'react';
import type { ExportFile, ExportOptions } from '../../shared/rpc/contract';
import { language, useT } from '../i18n';
import { api } from '../rpc/client';
import { host } from '../rpc/host';
import { appActions, drafts, toastError } from '../state';
import { Button, Dialog } from '../ui';
import styles from './dialogs.module.css';

type Choice = ExportOptions & { format: 'md' | 'json' };
const REMEMBERED = 'export-options';

export function ExportDialog({ conversation, tip }: { conversation: string; tip: string | null }) {
  const t = useT('dialogs');
  const [options, setOptions] = useState<Choice>({
    format: 'md',
    reasoning: 'none',
    tools: 'full',
    frontMatter: true,
    images: 'files',
    dollarMath: false,
    branches: 'this',
    language: language(),
  });
  const [files, setFiles] = useState<ExportFile[] | null>(null);
  useEffect(() => {
    drafts
      .loadValue<Partial<Choice>>(REMEMBERED)
      .then(
        (known) => known && setOptions((now) => ({ ...now, ...known, language: language() })),
        toastError,
      );
  }, []);
  useEffect(() => {
    let gone = false;
    setFiles(null);
    const { format, ...rest } = options;
    const made =
      format === 'json'
        ? api.exports.json({ conversation })
        : api.exports.markdown({ conversation, ...(tip === null ? {} : { tip }), options: rest });
    made.then(
      (answer) => !gone && setFiles(answer.files),
      (error: unknown) => !gone && toastError(error),
    );
    return () => {
      gone = true;
    };
  }, [options, conversation, tip]);
  const select = <K extends 'format' | 'reasoning' | 'tools' | 'images' | 'branches'>(
    key: K,
    label: string,
    choices: [Choice[K], string][],
  ) => (
    <label className={styles.field}>
      <span>{label}</span>
      <select
        value={options[key]}
        onChange={(event) => setOptions({ ...options, [key]: event.target.value as Choice[K] })}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const check = (key: 'frontMatter' | 'dollarMath') => (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={options[key]}
        onChange={(event) => setOptions({ ...options, [key]: event.target.checked })}
      />{' '}
      {t(key)}
    </label>
  );
  return (
    <Dialog
      title={t('exportTitle')}
      width="l"
      onClose={appActions.closeDialog}
      footer={
        <Button
          variant="primary"
          disabled={!files}
          onClick={() => {
            if (!files) return;
            void drafts.saveValue(REMEMBERED, options);
            host
              .download(files, files[0]!.path.replace(/\.(md|astwerk\.json)$/, ''))
              .then(appActions.closeDialog, toastError);
          }}
        >
          {t('save')}
        </Button>
      }
    >
      <div className={styles.fields}>
        {select('format', t('exportTitle'), [
          ['md', t('markdown')],
          ['json', t('json')],
        ])}
        {options.format === 'md' && (
          <>
            {select('branches', t('branches'), [
              ['this', t('this')],
              ['appendix', t('appendix')],
              ['files', t('each')],
            ])}
            {select('tools', t('tools'), [
              ['full', t('full')],
              ['summary', t('summary')],
              ['none', t('none')],
            ])}
            {select('reasoning', t('reasoning'), [
              ['none', t('none')],
              ['quote', t('quote')],
              ['details', t('details')],
            ])}
            {select('images', t('images'), [
              ['files', t('imageFiles')],
              ['data', t('imageData')],
              ['none', t('none')],
            ])}
            <div className={styles.checks}>
              {check('frontMatter')}
              {check('dollarMath')}
            </div>
          </>
        )}
      </div>
      <h3>{t('preview')}</h3>
      <pre className={styles.preview} data-testid="export-preview">
        {files ? (files[0]?.text ?? '').slice(0, 4000) : t('preparing')}
      </pre>
    </Dialog>
  );
}

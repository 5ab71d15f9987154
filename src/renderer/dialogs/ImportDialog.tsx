import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileReport, ImportEvent } from '../../shared/rpc/imports';
import { useT } from '../i18n';
import { api } from '../rpc/client';
import { host } from '../rpc/host';
import { appActions } from '../state';
import { Button, Dialog } from '../ui';
import styles from './dialogs.module.css';

/** Imports files and shows what became of each; with `files` it begins at once. */
export function ImportDialog({ files }: { files?: File[] }) {
  const t = useT('dialogs');
  const [progress, setProgress] = useState<Extract<ImportEvent, { type: 'progress' }> | null>(null);
  const [reports, setReports] = useState<FileReport[]>([]);
  const [running, setRunning] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const begun = useRef(false);
  const start = useCallback(async (chosen: readonly File[]) => {
    setRunning('');
    setError(null);
    setReports([]);
    try {
      const sources = [];
      for (const file of chosen) sources.push(await host.toImportSource(file));
      const { importId } = await api.imports.start({
        paths: sources.flatMap((source) => (source.path ? [source.path] : [])),
        uploads: sources.flatMap((source) => (source.upload ? [source.upload] : [])),
      });
      setRunning(importId);
      for await (const event of await api.imports.watch({ importId })) {
        if (event.type === 'progress') setProgress(event);
        else if (event.type === 'file') setReports((known) => [...known, event.report]);
        else setCancelled(event.cancelled);
      }
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
    setRunning(null);
  }, []);
  useEffect(() => {
    if (begun.current || !files) return;
    begun.current = true;
    void start(files);
  }, [files, start]);
  const choose = (folder: boolean) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = folder;
    input.onchange = () => void start([...(input.files ?? [])]);
    input.click();
  };
  return (
    <Dialog
      title={t('importTitle')}
      onClose={appActions.closeDialog}
      footer={
        running ? (
          <Button onClick={() => void api.imports.cancel({ importId: running })}>{t('cancel')}</Button>
        ) : (
          <>
            <Button onClick={() => choose(true)}>{t('folder')}</Button>
            <Button onClick={() => choose(false)}>{t('files')}</Button>
            {reports.length > 0 && (
              <Button variant="primary" onClick={appActions.closeDialog}>
                {t('close')}
              </Button>
            )}
          </>
        )
      }
    >
      <div data-testid="import" aria-live="polite">
        {running === null && reports.length === 0 && error === null && (
          <p className={styles.hint}>{t('importHint')}</p>
        )}
        {running !== null && (
          <>
            <p className={styles.hint}>
              {t('reading', { file: progress?.file.split(/[\\/]/).at(-1) ?? files?.[0]?.name ?? '' })}
            </p>
            <progress className={styles.bar} max={progress?.size || 1} value={progress?.read ?? 0} />
          </>
        )}
        {cancelled && <p>{t('cancelled')}</p>}
        {error !== null && <p className={styles.error}>{error}</p>}
        {reports.map((report, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reports are appended
          <section key={index} className={styles.section}>
            <h3>
              {report.file.split(/[\\/]/).at(-1)} {report.format && <small>{report.format}</small>}
            </h3>
            {report.error && <p className={styles.error}>{report.error}</p>}
            {report.conversations.slice(0, 200).map((row) => (
              <div key={row.id} className={styles.row}>
                <span className={styles.grow}>{row.title || t('untitled')}</span>
                <span>{t('messages', { count: row.messages })}</span>
                <span>{row.status === 'updated' ? t('updated', { count: row.added }) : t(row.status)}</span>
                <Button
                  size="s"
                  onClick={() => {
                    appActions.selectConversation(row.id);
                    appActions.closeDialog();
                  }}
                >
                  {t('open')}
                </Button>
              </div>
            ))}
            {report.skipped.length > 0 && (
              <details>
                <summary>{t('skipped', { count: report.skipped.length })}</summary>
                <ul>
                  {report.skipped.map((item, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                    <li key={at}>
                      {item.line === null ? item.at : t('line', { line: item.line })} {item.reason}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

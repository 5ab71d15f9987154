/** The window: library, tree, conversation; over them comparison, dialogs and toasts. */
import { lazy, Suspense, useEffect } from 'react';
import styles from './App.module.css';
import { Composer } from './composer/Composer';
import { setLanguage, useT } from './i18n';
import { Library } from './library/Library';
import { Reader } from './reader/Reader';
import { useShellCommands } from './shell/commands';
import { DropTarget } from './shell/DropTarget';
import { ErrorBoundary } from './shell/ErrorBoundary';
import { Splitter, usePaneSizes } from './shell/Splitter';
import { StatusLine } from './shell/StatusLine';
import { Toasts } from './shell/Toasts';
import { useTheme } from './shell/theme';
import { useApp, useView } from './state';
import { useSync } from './state/sync';
import { TreeCanvas } from './tree/TreeCanvas';

const Compare = lazy(() => import('./compare/Compare').then((module) => ({ default: module.Compare })));
const Dialogs = lazy(() => import('./shell/Dialogs').then((module) => ({ default: module.Dialogs })));

export function App() {
  const t = useT('shell');
  useSync();
  useTheme();
  useShellCommands();
  const language = useApp((state) => state.settings.language);
  useEffect(() => {
    void setLanguage(language);
  }, [language]);
  const title = useView((state) => state.view?.conversation.title);
  useEffect(() => {
    document.title = title ? `${title} – Astwerk` : 'Astwerk';
  }, [title]);
  const comparing = useView((state) => state.view?.compare != null);
  const dialog = useApp((state) => state.dialog !== null);
  const panes = usePaneSizes();

  return (
    <div className={styles.window}>
      <StatusLine />
      <div className={styles.panes}>
        {panes.libraryOpen && (
          <>
            <nav className={styles.library} style={{ width: panes.library }} aria-label={t('library')}>
              <ErrorBoundary>
                <Library />
              </ErrorBoundary>
            </nav>
            <Splitter
              label={t('resizeLibrary')}
              value={panes.library}
              onChange={panes.setLibrary}
              min={180}
              max={480}
            />
          </>
        )}
        <main className={styles.main}>
          <section className={styles.tree} aria-label={t('tree')} inert={comparing}>
            <ErrorBoundary>
              <TreeCanvas />
            </ErrorBoundary>
          </section>
          <Splitter
            label={t('resizeReader')}
            value={panes.reader}
            onChange={panes.setReader}
            min={340}
            max={1200}
            reverse
          />
          <section
            className={styles.reader}
            style={{ width: panes.reader }}
            aria-label={t('conversation')}
            inert={comparing}
          >
            <ErrorBoundary>
              <Reader />
            </ErrorBoundary>
            <ErrorBoundary>
              <Composer />
            </ErrorBoundary>
          </section>
          {comparing && (
            <div className={styles.overlay}>
              <ErrorBoundary>
                <Suspense>
                  <Compare />
                </Suspense>
              </ErrorBoundary>
            </div>
          )}
        </main>
      </div>
      {dialog && (
        <ErrorBoundary>
          <Suspense>
            <Dialogs />
          </Suspense>
        </ErrorBoundary>
      )}
      <DropTarget />
      <Toasts />
    </div>
  );
}

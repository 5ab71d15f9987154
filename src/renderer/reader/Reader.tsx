/** The path as a conversation. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, Download, MessageSquareText } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationEvent, Part } from '../../shared/model';
import type { QueuedPrompt, RunState } from '../../shared/rpc/runs';
import type { TurnNode } from '../../shared/tree';
import { useT } from '../i18n';
import { appActions, type ConversationView, useApp, useView, viewActions } from '../state';
import { Button, EmptyState, IconButton } from '../ui';
import styles from './Reader.module.css';
import { RunCard } from './RunCard';
import { TurnView } from './TurnView';

type Row =
  | { kind: 'turn'; key: string; turn: TurnNode }
  | { kind: 'event'; key: string; event: ConversationEvent }
  | { kind: 'run'; key: string; run: RunState }
  | { kind: 'queued'; key: string; prompt: QueuedPrompt };

/** Pixels from the end within which one counts as being at the newest. */
const AT_END = 48;

function rowsOf(view: ConversationView): Row[] {
  const rows: Row[] = [];
  const events = new Map<string | null, ConversationEvent[]>();
  for (const event of view.events) {
    if (event.hidden) continue;
    const list = events.get(event.messageId);
    if (list) list.push(event);
    else events.set(event.messageId, [event]);
  }
  const tell = (id: string | null): void => {
    for (const event of events.get(id) ?? []) rows.push({ kind: 'event', key: event.id, event });
  };
  tell(null);
  let last = '';
  for (const id of view.path) {
    const turn = view.turnOf.get(id)!;
    if (turn !== last) rows.push({ kind: 'turn', key: turn, turn: view.turns.nodes.get(turn)! });
    last = turn;
    tell(id);
  }
  const { tip } = view.conversation;
  for (const run of view.runs) if (run.parentId === tip) rows.push({ kind: 'run', key: run.id, run });
  for (const prompt of view.queue) rows.push({ kind: 'queued', key: prompt.id, prompt });
  return rows;
}

const wordsOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

export function Reader() {
  const t = useT('reader');
  const view = useView((state) => state.view);
  const loading = useView((state) => state.loading);
  const loadError = useView((state) => state.loadError);
  const selected = useApp((state) => state.selected);
  if (loadError && selected)
    return (
      <EmptyState
        title={loadError}
        actions={<Button onClick={() => void viewActions.load(selected)}>{t('retryLoad')}</Button>}
      />
    );
  if (view) return <Conversation key={view.conversation.id} view={view} />;
  return (
    <div className={styles.nothing}>
      {loading ? (
        <p className={styles.faint}>{t('loading')}</p>
      ) : (
        <EmptyState icon={<MessageSquareText size={26} aria-hidden />} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      )}
    </div>
  );
}

function Conversation({ view }: { view: ConversationView }) {
  const t = useT('reader');
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(view), [view]);
  const [atEnd, setAtEnd] = useState(true);
  const following = useRef(true);
  const highlight = useApp((state) => state.highlight);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => rows[index]!.key,
    estimateSize: (index) => {
      const row = rows[index]!;
      return row.kind === 'turn' ? Math.min(1200, 70 + row.turn.chars * 0.35) : 60;
    },
    overscan: 6,
    initialOffset: 1e9,
  });
  const size = virtual.getTotalSize();
  // While one is at the newest, one stays there; who has scrolled up is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows whatever makes the content longer
  useEffect(() => {
    if (following.current && scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight;
  }, [size, rows]);
  const target =
    highlight?.conversation === view.conversation.id ? view.turnOf.get(highlight.message) : undefined;
  useEffect(() => {
    if (target === undefined) return;
    const index = rows.findIndex((row) => row.key === target);
    if (index === -1) return;
    following.current = false;
    virtual.scrollToIndex(index, { align: 'start' });
  }, [target, rows, virtual]);
  const { conversation } = view;
  return (
    <>
      <header className={styles.head}>
        <button
          type="button"
          className={styles.title}
          title={t('rename')}
          onClick={() => appActions.openDialog({ kind: 'rename', conversation: conversation.id })}
        >
          {conversation.title}
        </button>
        <span className={styles.faint}>{t('messages', { count: view.path.length })}</span>
        <IconButton
          label={t('export')}
          onClick={() =>
            appActions.openDialog({ kind: 'export', conversation: conversation.id, tip: conversation.tip })
          }
        >
          <Download size={15} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.frame}>
        <div
          ref={scroll}
          className={styles.scroll}
          data-testid="reader"
          onScroll={(event) => {
            const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
            const end = scrollHeight - scrollTop - clientHeight < AT_END;
            following.current = end;
            setAtEnd(end);
          }}
        >
          <div className={styles.list} style={{ height: size }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index]!;
              return (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className={`${styles.slot} ${row.key === target ? styles.hit : ''}`}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.kind === 'turn' && <TurnView view={view} turn={row.turn} />}
                  {row.kind === 'run' && <RunCard run={row.run} />}
                  {row.kind === 'event' && <EventLine event={row.event} />}
                  {row.kind === 'queued' && (
                    <div className={styles.queued} data-testid="queued">
                      <span className={styles.faint}>{t('queued')}</span>{' '}
                      {wordsOf(row.prompt.parts).slice(0, 400)}{' '}
                      <Button
                        size="s"
                        variant="quiet"
                        onClick={() => void viewActions.removeQueued(row.prompt.id)}
                      >
                        {t('unqueue')}
                      </Button>
                    </div>
                  )}
                </div>
              );
            })}
          </div>
        </div>
        {!atEnd && (
          <Button
            className={styles.newest}
            size="s"
            onClick={() => {
              following.current = true;
              virtual.scrollToIndex(rows.length - 1, { align: 'end' });
            }}
          >
            <ArrowDown size={13} aria-hidden /> {t('newest')}
          </Button>
        )}
      </div>
    </>
  );
}

function EventLine({ event }: { event: ConversationEvent }) {
  const t = useT('reader');
  const label = event.kind === 'compaction' || event.kind === 'summary' ? t('compaction') : event.title;
  if (event.text === '') return <div className={styles.event}>{label}</div>;
  return (
    <details className={styles.event}>
      <summary>{label}</summary>
      <pre className={styles.output}>{event.text.slice(0, 100_000)}</pre>
    </details>
  );
}

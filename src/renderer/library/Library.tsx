/** Conversations by last activity; a filter over their titles and a search over all they hold. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { Archive, FileInput, HelpCircle, Plus, Search, Settings, Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ConversationSummary } from '../../shared/model';
import type { SearchHit } from '../../shared/rpc/contract';
import { language, useT } from '../i18n';
import { api } from '../rpc/client';
import { appActions, toastError, useApp } from '../state';
import { Badge, Button, ContextMenu, EmptyState, IconButton, Spinner } from '../ui';
import styles from './Library.module.css';

const ROW = 58;

export function Library() {
  const t = useT('library');
  const conversations = useApp((state) => state.conversations);
  const archivedOnes = useApp((state) => state.archived);
  const loaded = useApp((state) => state.conversationsLoaded);
  const [archived, setArchived] = useState(false);
  const [filter, setFilter] = useState('');
  const words = useDeferredValue(filter.trim().toLowerCase());
  const all = archived ? archivedOnes : conversations;
  const shown = words === '' ? all : all.filter((item) => item.title.toLowerCase().includes(words));
  const hits = useHits(words);
  return (
    <>
      <header className={styles.head}>
        <Button variant="primary" onClick={appActions.newConversation} data-testid="new-conversation">
          <Plus size={15} aria-hidden /> {t('new')}
        </Button>
        <IconButton label={t('import')} onClick={() => appActions.openDialog({ kind: 'import' })}>
          <FileInput size={16} aria-hidden />
        </IconButton>
      </header>
      <label className={styles.filter}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          value={filter}
          placeholder={t('filter')}
          aria-label={t('filter')}
          onChange={(event) => setFilter(event.target.value)}
        />
      </label>
      {loaded && all.length === 0 && words === '' ? (
        <div className={styles.list}>
          <EmptyState
            title={t('empty')}
            actions={<Button onClick={() => appActions.openDialog({ kind: 'import' })}>{t('import')}</Button>}
          >
            {t('emptyHint')}
          </EmptyState>
        </div>
      ) : (
        <Rows items={shown} none={words !== '' && hits.length === 0 ? t('noMatch') : ''} />
      )}
      {hits.length > 0 && (
        <section className={styles.hits} aria-label={t('hits')}>
          <h3>{t('hits')}</h3>
          {hits.map((hit) => (
            <button
              key={hit.message}
              type="button"
              className={styles.hit}
              onClick={() => void appActions.showHit(hit, filter.trim())}
            >
              <strong>{hit.conversationTitle || t('untitled')}</strong>
              <Snippet text={hit.snippet} />
            </button>
          ))}
        </section>
      )}
      <footer className={styles.foot}>
        <IconButton
          label={archived ? t('library') : `${t('archived')} (${archivedOnes.length})`}
          active={archived}
          onClick={() => setArchived(!archived)}
        >
          <Archive size={15} aria-hidden />
        </IconButton>
        <IconButton label={t('trash')} onClick={() => appActions.openDialog({ kind: 'trash' })}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
        <span className={styles.gap} />
        <IconButton label={t('help')} onClick={() => appActions.openDialog({ kind: 'help' })}>
          <HelpCircle size={15} aria-hidden />
        </IconButton>
        <IconButton label={t('settings')} onClick={() => appActions.openDialog({ kind: 'settings' })}>
          <Settings size={15} aria-hidden />
        </IconButton>
      </footer>
    </>
  );
}

function Rows({ items, none }: { items: readonly ConversationSummary[]; none: string }) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => items[index]!.id,
    estimateSize: () => ROW,
    overscan: 8,
  });
  return (
    <div ref={scroll} className={styles.list} data-testid="library">
      {none !== '' && <p className={styles.none}>{none}</p>}
      <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div key={item.key} className={styles.slot} style={{ transform: `translateY(${item.start}px)` }}>
            <Row item={items[item.index]!} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Row({ item }: { item: ConversationSummary }) {
  const t = useT('library');
  const selected = useApp((state) => state.selected === item.id);
  const running = useApp((state) => state.running.has(item.id));
  const rename = () => appActions.openDialog({ kind: 'rename', conversation: item.id });
  return (
    <ContextMenu
      items={[
        { label: t('rename'), shortcut: 'F2', onSelect: rename },
        {
          label: item.archived ? t('unarchive') : t('archive'),
          onSelect: () => void appActions.archive(item.id, !item.archived),
        },
        {
          label: t('export'),
          onSelect: () => appActions.openDialog({ kind: 'export', conversation: item.id, tip: item.tip }),
        },
        null,
        { label: t('delete'), danger: true, onSelect: () => void appActions.deleteConversation(item.id) },
      ]}
    >
      <button
        type="button"
        className={`${styles.row} ${selected ? styles.selected : ''}`}
        data-conversation={item.id}
        aria-current={selected}
        title={item.title}
        onClick={() => appActions.selectConversation(item.id)}
        onKeyDown={(event) => {
          if (event.key === 'F2') rename();
          if (event.key === 'Delete') void appActions.deleteConversation(item.id);
        }}
      >
        <span className={styles.rowTitle}>
          {running && <Spinner label={t('answering')} size={10} />} {item.title || t('untitled')}
        </span>
        <span className={styles.facts}>
          {t('messages', { count: item.messages })} · {t('branches', { count: item.branches })}
          <span className={styles.gap} />
          {item.source !== 'astwerk' && <Badge>{item.source}</Badge>}
          <time dateTime={new Date(item.updatedAt).toISOString()}>{dayOf(item.updatedAt)}</time>
        </span>
      </button>
    </ContextMenu>
  );
}

function dayOf(time: number): string {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(
    language(),
    today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', year: '2-digit' },
  );
}

/** A snippet with its hits marked; they stand between two private signs. */
function Snippet({ text }: { text: string }) {
  return (
    <span className={styles.snippet}>
      {text.split('\uE000').map((piece, index) => {
        const [hit, rest] = index === 0 ? ['', piece] : (piece.split('\uE001', 2) as [string, string?]);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text
          <span key={index}>
            {hit !== '' && <mark>{hit}</mark>}
            {rest}
          </span>
        );
      })}
    </span>
  );
}

/** What the store finds for a filter of two letters or more, once the typing rests. */
function useHits(words: string): SearchHit[] {
  const [hits, setHits] = useState<SearchHit[]>([]);
  useEffect(() => {
    if (words.length < 2) {
      setHits([]);
      return;
    }
    let gone = false;
    const timer = setTimeout(() => {
      api.search.query({ text: words, limit: 30 }).then(
        (found) => !gone && setHits(found),
        (error: unknown) => !gone && toastError(error),
      );
    }, 200);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [words]);
  return hits;
}

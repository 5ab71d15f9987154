/** Two to four messages side by side, over the tree and the conversation. */
import { GitCompareArrows, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../shared/model';
import { useT } from '../i18n';
import { type ConversationView, useApp, useMessages, useView, viewActions } from '../state';
import { Button, IconButton, Kbd } from '../ui';
import { Column } from './Column';
import styles from './Compare.module.css';
import { columnText } from './column-text';
import { SharedPrompt } from './SharedPrompt';
import { useScrollSync } from './use-scroll-sync';

/** The comparison that is open; nothing when none is. */
export function Compare() {
  const view = useView((state) => state.view);
  if (!view?.compare) return null;
  const { ids } = view.compare;
  return <Comparison key={ids.join(' ')} view={view} ids={ids} parent={view.compare.parent} />;
}

function Comparison({
  view,
  ids,
  parent,
}: {
  view: ConversationView;
  ids: readonly string[];
  parent: string | null;
}) {
  const t = useT('compare');
  const ref = useRef<HTMLElement>(null);
  const [differences, setDifferences] = useState(false);
  const [base, setBase] = useState(0);
  const register = useScrollSync();

  const { turns, turnOf, tree } = view;
  // A message that begins a turn stands for all of it; one from within a turn for itself.
  const groups = useMemo(() => ids.map((id) => turns.nodes.get(id)?.messageIds ?? [id]), [ids, turns]);
  const shared = useMemo(() => {
    if (parent === null) return null;
    return turns.nodes.get(turnOf.get(parent) ?? parent)?.messageIds ?? [parent];
  }, [parent, turns, turnOf]);
  const wanted = useMemo(() => groups.flat(), [groups]);
  const messages = useMessages(wanted);
  const loaded = messages.map((message) => (message ? message.id : '')).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages are immutable, the ids of those here say it all
  const texts = useMemo(() => {
    const byId = new Map<string, Message>();
    for (const message of messages) if (message) byId.set(message.id, message);
    return groups.map((group) => {
      const found = group.flatMap((id) => byId.get(id) ?? []);
      if (found.length < group.length) return undefined;
      return columnText(found, {
        call: (name) => t('call', { name }),
        image: (name) => t('image', { name }),
        file: (name) => t('file', { name }),
      });
    });
  }, [loaded, groups, t]);

  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (useApp.getState().dialog !== null) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]')) return;
      const column = /^[1-4]$/.test(event.key) ? ids[Number(event.key) - 1] : undefined;
      if (event.key === 'Escape') viewActions.closeCompare();
      else if (event.key.toLowerCase() === 'd') setDifferences((on) => !on);
      else if (column !== undefined) void viewActions.pick(column);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [ids]);

  const siblings = new Set(ids.map((id) => tree.parents.get(id) ?? null)).size === 1;
  return (
    <section ref={ref} className={styles.compare} tabIndex={-1} aria-label={t('title')} data-testid="compare">
      <header className={styles.bar}>
        <h2>{t('title')}</h2>
        <Button
          size="s"
          variant={differences ? 'primary' : 'plain'}
          aria-pressed={differences}
          title={t('differencesHint')}
          onClick={() => setDifferences((on) => !on)}
        >
          <GitCompareArrows size={14} aria-hidden /> {t('differences')} <Kbd>D</Kbd>
        </Button>
        <span className={styles.hint}>{t('hint')}</span>
        <IconButton label={t('close')} onClick={() => viewActions.closeCompare()}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {parent !== null && shared ? (
        <SharedPrompt key={parent} ids={shared} isPrompt={tree.nodes.get(parent)?.role === 'user'} />
      ) : (
        <p className={styles.note}>{siblings ? t('atRoot') : t('parentUnlike')}</p>
      )}
      <div
        className={styles.columns}
        style={{ gridTemplateColumns: `repeat(${ids.length}, minmax(240px, 1fr))` }}
      >
        {ids.map((id, index) => (
          <Column
            key={id}
            node={tree.nodes.get(id)!}
            index={index}
            text={texts[index]}
            base={differences && index !== base ? texts[base] : undefined}
            differences={differences}
            isBase={index === base}
            onPath={view.pathSet.has(id)}
            onBase={setBase}
            register={register}
          />
        ))}
      </div>
    </section>
  );
}

/** One turn of the path: a prompt, or an answer with its calls and their results. */
import { ChevronLeft, ChevronRight, Copy, GitFork, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { Message, ToolResultPart } from '../../shared/model';
import { siblingsOf, type TurnNode } from '../../shared/tree';
import { language, useT } from '../i18n';
import { type ConversationView, useMessages, viewActions } from '../state';
import { IconButton } from '../ui';
import { PartView } from './Parts';
import styles from './Reader.module.css';

export function resultsOfTurn(messages: readonly (Message | undefined)[]): Map<string, ToolResultPart> {
  const results = new Map<string, ToolResultPart>();
  for (const message of messages)
    for (const part of message?.parts ?? []) if (part.type === 'tool-result') results.set(part.callId, part);
  return results;
}

/** `‹ 2/3 ›`: steps between versions in place; the number opens the comparison. */
export function Siblings({ view, message }: { view: ConversationView; message: string }) {
  const t = useT('reader');
  const siblings = siblingsOf(view.tree, message);
  if (siblings.length < 2) return null;
  const at = siblings.indexOf(message);
  return (
    <span className={styles.siblings}>
      <IconButton
        size="s"
        label={t('previous')}
        data-testid="sibling-prev"
        disabled={at === 0}
        onClick={() => void viewActions.step(message, -1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <button
        type="button"
        className={styles.count}
        title={t('compare')}
        data-testid="sibling-count"
        onClick={() => viewActions.openCompare([message])}
      >
        {at + 1}/{siblings.length}
      </button>
      <IconButton
        size="s"
        label={t('next')}
        data-testid="sibling-next"
        disabled={at === siblings.length - 1}
        onClick={() => void viewActions.step(message, 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  );
}

export function TurnView({ view, turn }: { view: ConversationView; turn: TurnNode }) {
  const t = useT('reader');
  const messages = useMessages(turn.messageIds);
  const results = resultsOfTurn(messages);
  const first = messages[0];
  const prompt = turn.role === 'user';
  const parent = view.tree.parents.get(turn.id) ?? null;
  const answered = new Set<string>();
  for (const message of messages)
    for (const part of message?.parts ?? []) if (part.type === 'tool-call') answered.add(part.callId);
  const partial = messages.some(
    (message) => message?.finish === 'stopped' || message?.finish === 'error' || message?.finish === 'length',
  );
  return (
    <article
      className={`${styles.turn} ${prompt ? styles.prompt : ''}`}
      data-message={turn.id}
      data-role={turn.role}
    >
      <header className={styles.turnHead}>
        <span className={prompt ? styles.user : styles.assistant}>
          {prompt ? t('you') : turn.role === 'tool' ? t('tool') : t('assistant')}
        </span>
        {turn.model && <span className={styles.faint}>{turn.model}</span>}
        <time
          className={styles.faint}
          dateTime={new Date(turn.createdAt).toISOString()}
          title={new Date(turn.createdAt).toLocaleString(language())}
        >
          {new Date(turn.createdAt).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' })}
        </time>
        {partial && <span className={styles.bad}>{t('partial')}</span>}
        <span className={styles.gap} />
        <Siblings view={view} message={turn.id} />
        <span className={styles.actions}>
          <IconButton size="s" label={t('copy')} onClick={() => void viewActions.copy(turn.id)}>
            <Copy size={13} aria-hidden />
          </IconButton>
          {prompt ? (
            <IconButton size="s" label={t('edit')} onClick={() => void viewActions.startEdit(turn.id)}>
              <Pencil size={13} aria-hidden />
            </IconButton>
          ) : (
            parent !== null && (
              <IconButton size="s" label={t('again')} onClick={() => void viewActions.answerAgain(parent)}>
                <RefreshCw size={13} aria-hidden />
              </IconButton>
            )
          )}
          <IconButton size="s" label={t('fork')} onClick={() => void viewActions.fork(turn.end)}>
            <GitFork size={13} aria-hidden />
          </IconButton>
          <IconButton
            size="s"
            label={t('remove')}
            onClick={() => void viewActions.remove(turn.id, 'subtree')}
          >
            <Trash2 size={13} aria-hidden />
          </IconButton>
        </span>
      </header>
      {first === undefined ? (
        <p className={styles.faint}>{turn.preview}</p>
      ) : (
        messages.map((message) =>
          message?.parts.map((part, index) =>
            part.type === 'tool-result' && answered.has(part.callId) ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of an immutable message
              <PartView key={`${message.id}:${index}`} part={part} results={results} />
            ),
          ),
        )
      )}
    </article>
  );
}

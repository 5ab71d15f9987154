import { memo, useEffect, useMemo, useRef } from 'react';
import type { NodeSummary } from '../../shared/model';
import { language, useT } from '../i18n';
import { Markdown } from '../markdown/Markdown';
import { viewActions } from '../state';
import { Badge, Button, Kbd, Spinner } from '../ui';
import styles from './Compare.module.css';
import { diffCounts, wordDiff } from './word-diff';

/** One message of the comparison. `base`: the text that it is compared with, where it is. */
export const Column = memo(function Column({
  node,
  index,
  text,
  base,
  differences,
  isBase,
  onPath,
  onBase,
  register,
}: {
  node: NodeSummary;
  index: number;
  text: string | undefined;
  base: string | undefined;
  differences: boolean;
  isBase: boolean;
  onPath: boolean;
  onBase: (index: number) => void;
  register: (index: number, element: HTMLElement) => () => void;
}) {
  const t = useT('compare');
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => register(index, scroller.current!), [register, index]);
  const pieces = useMemo(
    () => (base === undefined || text === undefined ? null : wordDiff(base, text)),
    [base, text],
  );
  const counts = useMemo(() => (pieces ? diffCounts(pieces) : null), [pieces]);
  const name =
    node.model ?? (node.role === 'user' ? t('prompt') : node.role === 'tool' ? t('toolResult') : t('answer'));
  const label = t('column', { n: index + 1, name });

  return (
    <article
      className={styles.column}
      aria-label={label}
      data-testid="compare-column"
      data-base={differences && isBase}
    >
      <header className={styles.head}>
        <Kbd>{index + 1}</Kbd>
        <strong title={name} data-role={node.role}>
          {name}
        </strong>
        {onPath && <Badge tone="accent">{t('onPath')}</Badge>}
        <time dateTime={new Date(node.createdAt).toISOString()}>{timeOf(node.createdAt)}</time>
      </header>
      {differences && (
        <div className={styles.facts}>
          {isBase ? (
            <Badge tone="accent">{t('base')}</Badge>
          ) : (
            <>
              {pieces && counts && (
                <span>
                  {pieces.every((piece) => piece.kind === 'same') ? (
                    t('equal')
                  ) : (
                    <>
                      <span className={styles.plus}>{t('added', { count: counts.added })}</span>{' '}
                      <span className={styles.minus}>{t('removed', { count: counts.removed })}</span>
                    </>
                  )}
                </span>
              )}
              <Button size="s" variant="quiet" onClick={() => onBase(index)}>
                {t('makeBase')}
              </Button>
            </>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label}>
        {text === undefined ? (
          <Spinner label={t('loading')} />
        ) : text === '' && !pieces ? (
          <p className={styles.untold}>{t('empty')}</p>
        ) : differences ? (
          <div className={styles.plain}>
            {pieces
              ? pieces.map((piece, at) =>
                  piece.kind === 'same' ? (
                    piece.text
                  ) : piece.kind === 'added' ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
                    <ins key={at}>{piece.text}</ins>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
                    <del key={at}>{piece.text}</del>
                  ),
                )
              : text}
          </div>
        ) : (
          <Markdown text={text} />
        )}
      </section>
      <footer className={styles.foot}>
        <Button
          variant="primary"
          aria-label={t('pickKey', { n: index + 1 })}
          onClick={() => void viewActions.pick(node.id)}
        >
          {t('pick')}
        </Button>
      </footer>
    </article>
  );
});

function timeOf(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );
}

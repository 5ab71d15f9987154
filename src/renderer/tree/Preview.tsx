/** The whole text of a turn in a panel beside its node: after a short wait under the pointer, or by Space. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TurnNode } from '../../shared/tree';
import { useT } from '../i18n';
import { useMessages } from '../state';
import { Spinner } from '../ui';
import { fullTime, speaker } from './format';
import styles from './Preview.module.css';
import { type PreviewPiece, previewOfMessages } from './preview-text';
import { rectOf, type Scene } from './scene';
import type { ViewSignal } from './view-signal';

const WIDTH = 420;
const GAP = 10;
const EDGE = 8;

/** What the panel is asked to do from outside. */
export interface PreviewHandle {
  scroll: (pages: -1 | 1) => void;
}

export function Preview({
  turn,
  scene,
  view,
  canvas,
  pinned,
  handle,
  onEnter,
  onLeave,
}: {
  turn: TurnNode;
  scene: Scene;
  view: ViewSignal;
  /** The element that the canvas fills. */
  canvas: HTMLElement;
  /** Opened by key: it stays until it is closed. */
  pinned: boolean;
  handle: { current: PreviewHandle | null };
  onEnter: () => void;
  onLeave: () => void;
}) {
  const t = useT('tree');
  const ref = useRef<HTMLElement>(null);
  const messages = useMessages(turn.messageIds);
  const loaded = messages.every((message) => message !== undefined);
  // `messages` is a new array each time; its members are not.
  const key = messages.map((message) => message?.id ?? '').join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages are immutable, their ids say it all
  const { pieces, left } = useMemo(
    () => previewOfMessages(messages.filter((message) => message !== undefined)),
    [key],
  );
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel is placed anew when its text has come
  useLayoutEffect(() => {
    const put = () => {
      const rect = rectOf(scene, turn.id);
      const panel = ref.current;
      if (!rect || !panel) return;
      const box = canvas.getBoundingClientRect();
      const { x, y, zoom } = view.current;
      const left = box.left + rect.x * zoom + x;
      const right = left + rect.width * zoom;
      const top = box.top + rect.y * zoom + y;
      const { offsetWidth, offsetHeight } = panel;
      const beside =
        right + GAP + offsetWidth <= window.innerWidth - EDGE
          ? right + GAP
          : left - GAP - offsetWidth >= EDGE
            ? left - GAP - offsetWidth
            : null;
      const clampX = (value: number) =>
        Math.max(EDGE, Math.min(window.innerWidth - EDGE - offsetWidth, value));
      const clampY = (value: number) =>
        Math.max(EDGE, Math.min(window.innerHeight - EDGE - offsetHeight, value));
      // With no room on either side it goes below the node, so that the node itself stays in view.
      setPlace(
        beside === null
          ? { left: clampX(left), top: clampY(top + rect.height * zoom + GAP) }
          : { left: beside, top: clampY(top) },
      );
    };
    put();
    return view.followFrames(put);
  }, [scene, turn.id, canvas, view, pieces]);

  useEffect(() => {
    handle.current = {
      scroll: (pages) => ref.current?.scrollBy({ top: pages * ref.current.clientHeight * 0.85 }),
    };
    return () => {
      handle.current = null;
    };
  }, [handle]);

  return createPortal(
    <section
      ref={ref}
      className={styles.preview}
      style={{ width: WIDTH, ...(place ?? { left: 0, top: 0, visibility: 'hidden' }) }}
      aria-label={t('previewOf')}
      data-testid="preview"
      data-pinned={pinned ? 'true' : undefined}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <header className={styles.head} data-role={turn.role}>
        <strong>{speaker(turn, t)}</strong>
        <time>{fullTime(turn.createdAt)}</time>
      </header>
      {!loaded && pieces.length === 0 && (
        <p className={styles.note}>
          <Spinner label={t('loadingMessage')} /> {t('loadingMessage')}
        </p>
      )}
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of an immutable message never move
        <Piece key={index} piece={piece} />
      ))}
      {loaded && pieces.length === 0 && <p className={styles.note}>{t('untold')}</p>}
      {left > 0 && <p className={styles.note}>{t('charsMore', { count: left })}</p>}
    </section>,
    document.body,
  );
}

function Piece({ piece }: { piece: PreviewPiece }) {
  const t = useT('tree');
  return (
    <>
      {piece.kind !== 'text' && <p className={styles.label}>{t(piece.kind, { name: piece.name }).trim()}</p>}
      {piece.text !== '' && (
        <p
          className={piece.kind === 'call' || piece.kind === 'result' ? styles.mono : styles.text}
          dir="auto"
        >
          {piece.text}
        </p>
      )}
    </>
  );
}

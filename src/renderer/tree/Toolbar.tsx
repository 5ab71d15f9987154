/** Buttons over the canvas: zoom, tip, overview; and the list of branch points. */
import { Crosshair, GitBranch, Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n';
import { Button, IconButton, Popover } from '../ui';
import { wordsOf } from './format';
import type { Scene } from './scene';
import styles from './TreeCanvas.module.css';
import type { ViewSignal } from './view-signal';

/** Rows of the list; a tree with more is better walked by key. */
const LISTED = 300;

export function Toolbar({
  view,
  minimap,
  hasTip,
  onFit,
  onZoom,
  onTip,
  onMinimap,
}: {
  view: ViewSignal;
  minimap: boolean;
  hasTip: boolean;
  onFit: () => void;
  onZoom: (step: 'in' | 'out' | 'reset') => void;
  onTip: () => void;
  onMinimap: () => void;
}) {
  const t = useT('tree');
  const percent = useSyncExternalStore(view.follow, () => Math.round(view.current.zoom * 100));
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('tools')}>
      <IconButton label={t('fit')} onClick={onFit}>
        <Maximize size={15} aria-hidden />
      </IconButton>
      <IconButton label={t('zoomOut')} onClick={() => onZoom('out')}>
        <Minus size={15} aria-hidden />
      </IconButton>
      <button
        type="button"
        className={styles.percent}
        onClick={() => onZoom('reset')}
        title={t('zoomReset', { percent })}
        aria-label={t('zoomReset', { percent })}
      >
        {percent} %
      </button>
      <IconButton label={t('zoomIn')} onClick={() => onZoom('in')}>
        <Plus size={15} aria-hidden />
      </IconButton>
      <IconButton label={t('toTip')} onClick={onTip} disabled={!hasTip}>
        <Crosshair size={15} aria-hidden />
      </IconButton>
      <IconButton
        label={minimap ? t('minimapHide') : t('minimapShow')}
        onClick={onMinimap}
        active={minimap}
        data-testid="minimap-toggle"
      >
        <MapIcon size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

/** How many branches there are; opens the list of places where they part. */
export function BranchPoints({
  scene,
  path,
  onGo,
}: {
  scene: Scene;
  path: ReadonlySet<string>;
  onGo: (turn: string) => void;
}) {
  const t = useT('tree');
  const [open, setOpen] = useState(false);
  const { turns, branchPoints, branches } = scene;
  const starts = turns.roots.length;
  const go = (turn: string) => {
    setOpen(false);
    onGo(turn);
  };
  return (
    <div className={styles.branches}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('branchPoints')}
        trigger={
          <Button size="s" data-testid="branch-points">
            <GitBranch size={13} aria-hidden /> {t('branches', { count: branches })}
          </Button>
        }
      >
        <h3 className={styles.listTitle}>{t('branchPoints')}</h3>
        {branchPoints.length === 0 && starts < 2 ? (
          <p className={styles.listHint}>{t('noBranchPoints')}</p>
        ) : (
          <>
            <p className={styles.listHint}>{t('branchPointsHint')}</p>
            <ul className={styles.list}>
              {starts > 1 && (
                <Row
                  count={starts}
                  words={t('atStart')}
                  onPath
                  onGo={() => go(turns.roots.find((root) => path.has(root)) ?? turns.roots[0]!)}
                />
              )}
              {branchPoints.slice(0, LISTED).map((id) => (
                <Row
                  key={id}
                  count={turns.children.get(id)!.length}
                  words={wordsOf(turns.nodes.get(id)!, t)}
                  onPath={path.has(id)}
                  onGo={() => go(id)}
                />
              ))}
            </ul>
            {branchPoints.length > LISTED && (
              <p className={styles.listHint}>
                {t('moreBranchPoints', { count: branchPoints.length - LISTED })}
              </p>
            )}
          </>
        )}
      </Popover>
    </div>
  );
}

function Row({
  count,
  words,
  onPath,
  onGo,
}: {
  count: number;
  words: string;
  onPath: boolean;
  onGo: () => void;
}) {
  const t = useT('tree');
  return (
    <li>
      <button type="button" className={styles.row} data-on-path={onPath ? 'true' : undefined} onClick={onGo}>
        <span className={styles.rowWords} dir="auto">
          {words}
        </span>
        <span className={styles.rowCount}>{t('branchesHere', { count })}</span>
      </button>
    </li>
  );
}

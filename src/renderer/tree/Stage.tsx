/** The canvas with a tree on it: what is seen, what is pointed at, and what keys and clicks do. */
import { ReactFlow, useStoreApi } from '@xyflow/react';
import {
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { windowOf } from '../../shared/layout';
import { useT } from '../i18n';
import { useApp, useView, viewActions } from '../state';
import { loadValue, saveValue, type Viewport } from '../state/drafts';
import { ContextMenu, type MenuItem } from '../ui';
import { FarLayer } from './FarLayer';
import { useFlowNodes } from './flow-nodes';
import { Links } from './Links';
import { Minimap } from './Minimap';
import { Preview, type PreviewHandle } from './Preview';
import { SelectionBar } from './SelectionBar';
import { boundsOf, rectOf, toLayout, useScene } from './scene';
import { anchorIn, turnUnder, windowAfter, windowFor } from './stage-view';
import { BranchPoints, Toolbar } from './Toolbar';
import styles from './TreeCanvas.module.css';
import { elementIdOf, TurnNode } from './TurnNode';
import type { TreeState } from './tree-state';
import { turnMenu } from './turn-menu';
import { useCamera } from './use-camera';
import { useCommands } from './use-commands';
import { useFollowing } from './use-following';
import { useHover } from './use-hover';
import { openingView, useRememberView } from './use-remembered-view';
import { ViewSignal } from './view-signal';
import {
  centredOn,
  FAR_ZOOM,
  fitAll,
  MAX_ZOOM,
  MIN_ZOOM,
  reveal,
  type ScreenSize,
  touches,
  visibleRect,
  zoomAround,
} from './viewport';

/** React Flow never holds more nodes than this, whatever the size of the tree. */
const LIMIT = 400;
const ZOOM_STEP = 1.25;

const NODE_TYPES = { turn: TurnNode };
const NO_EDGES: [] = [];
const PRO = { hideAttribution: true };

export function Stage({
  state,
  remembered,
  screen,
}: {
  state: TreeState;
  remembered: Viewport | null;
  screen: ScreenSize;
}) {
  const t = useT('tree');
  const helpId = useId();
  const [canvas, setCanvas] = useState<HTMLDivElement | null>(null);
  const flow = useRef<HTMLDivElement>(null);
  const signal = useRef<ViewSignal>(null);
  const lastTip = useRef(state.tip);

  const scene = useScene(
    state.turns,
    (before, turns) =>
      signal.current &&
      anchorIn(before, turns, visibleRect(signal.current.current, screen), [state.focus, lastTip.current]),
  );
  const [view] = useState(() => new ViewSignal(openingView(scene, state.tip, remembered, screen)));
  useLayoutEffect(() => {
    signal.current = view;
    lastTip.current = state.tip;
    // React Flow says `application` here, which would part the tree from its items.
    flow.current?.setAttribute('role', 'none');
  });

  const camera = useCamera(view);
  const [seen, setSeen] = useState(() => windowFor(view.current, screen));
  const look = useCallback(
    (viewport: Viewport) => {
      view.set(viewport);
      setSeen((now) => windowAfter(now, viewport, screen));
    },
    [view, screen],
  );
  // Its own callback on moves leaves out the first turn of a wheel; its state leaves out nothing.
  const store = useStoreApi();
  useEffect(() => {
    let last = store.getState().transform;
    return store.subscribe(({ transform }) => {
      if (transform === last) return;
      last = transform;
      look({ x: transform[0], y: transform[1], zoom: transform[2] });
    });
  }, [store, look]);
  // The pane grew or shrank: what was in the middle stays there.
  const width = useRef(screen.width);
  useEffect(() => {
    const by = (screen.width - width.current) / 2;
    width.current = screen.width;
    look(view.current);
    if (by !== 0) camera.go({ ...camera.target(), x: camera.target().x + by }, 'at once');
  }, [screen, look, view, camera]);

  const highlight = useApp((app) => app.highlight);
  const hit =
    highlight?.conversation === state.conversation ? (state.turnOf.get(highlight.message) ?? null) : null;
  const content = useMemo(() => {
    const { ids, indexOf } = scene.layout;
    const always = [state.focus, state.tip].flatMap((id) => (id === null ? [] : (indexOf.get(id) ?? [])));
    return windowOf(scene.index, toLayout(scene, seen.rect), {
      limit: LIMIT,
      first: (node) => state.path.has(ids[node]!),
      always: [...new Set(always)],
    });
  }, [scene, seen.rect, state.path, state.focus, state.tip]);
  const crowded = content.total > content.nodes.length;
  const nodes = useFlowNodes(scene, content, state, seen.far, hit);

  const [shown, hover] = useHover();
  const preview = useRef<PreviewHandle>(null);
  const pressed = useRef(false);
  const clicked = useRef<{ turn: string; at: number }>(null);
  const [announcement, announce] = useState('');
  useFollowing({ scene, state, camera, view, screen, clicked, hit });
  useRememberView(state.conversation, view, scene.offset);

  const fit = useCallback(() => camera.go(fitAll(boundsOf(scene), screen)), [camera, scene, screen]);
  const zoom = useCallback(
    (step: 'in' | 'out' | 'reset') => {
      const from = camera.target();
      const next = step === 'reset' ? 1 : from.zoom * (step === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP);
      const focus = rectOf(scene, state.focus);
      const at =
        focus && touches(visibleRect(from, screen), focus)
          ? {
              x: (focus.x + focus.width / 2) * from.zoom + from.x,
              y: (focus.y + focus.height / 2) * from.zoom + from.y,
            }
          : { x: screen.width / 2, y: screen.height / 2 };
      camera.go(zoomAround(from, next, at));
    },
    [camera, scene, screen, state.focus],
  );
  const goTo = useCallback(
    (turn: string | null) => {
      const rect = rectOf(scene, turn);
      if (turn === null || !rect) return;
      viewActions.setFocus(turn);
      const from = camera.target();
      const legible = from.zoom < FAR_ZOOM ? { ...from, zoom: 1 } : from;
      camera.go(
        touches(visibleRect(from, screen), rect) && legible === from
          ? reveal(from, rect, screen)
          : centredOn(legible, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }, screen),
      );
      canvas?.focus({ preventScroll: true });
    },
    [camera, scene, screen, canvas],
  );

  const [minimap, setMinimap] = useState(true);
  useEffect(() => {
    loadValue<boolean>('minimap').then(
      (known) => known !== undefined && setMinimap(known),
      () => {},
    );
  }, []);

  const onKeyDown = useCommands({ scene, state, shown, hover, preview, zoom, fit, announce, t });

  const onClick = (event: MouseEvent) => {
    const turn = canvas && turnUnder(event, scene, view, canvas);
    if (!turn) return;
    viewActions.setFocus(turn);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return viewActions.toggleSelected(turn);
    clicked.current = { turn, at: performance.now() };
    if (!state.path.has(turn)) void viewActions.switchTo(turn);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const turn = canvas && turnUnder(event, scene, view, canvas);
    const end = turn && scene.turns.nodes.get(turn)?.end;
    if (!turn || !end || event.ctrlKey || event.metaKey || event.shiftKey) return;
    clicked.current = { turn, at: performance.now() };
    void viewActions.continueFrom(end);
  };

  const [menuTurn, setMenuTurn] = useState<string | null>(null);
  const menu = useMemo((): MenuItem[] => {
    const current = useView.getState().view;
    const items = menuTurn !== null && current ? turnMenu(current, menuTurn, t, hover.pin) : [];
    if (items.length > 0) return items;
    return [
      { label: t('fit'), shortcut: 'F', onSelect: fit },
      { label: t('toTip'), disabled: state.tip === null, onSelect: () => goTo(state.tip) },
      { label: t('toRoot'), onSelect: () => goTo(scene.turns.roots[0] ?? null) },
    ];
  }, [menuTurn, t, hover, fit, goTo, state.tip, scene]);
  const onContextMenu = (event: MouseEvent) => {
    hover.hide();
    const turn = canvas && turnUnder(event, scene, view, canvas);
    setMenuTurn(turn);
    if (turn) viewActions.setFocus(turn);
  };

  const shownTurn = shown ? scene.turns.nodes.get(shown.turn) : undefined;
  const active = state.focus !== null && scene.layout.indexOf.has(state.focus) ? state.focus : null;
  return (
    <>
      <ContextMenu items={menu}>
        <div
          ref={setCanvas}
          className={styles.canvas}
          role="tree"
          tabIndex={0}
          data-testid="tree"
          aria-label={t('canvas')}
          aria-describedby={helpId}
          aria-multiselectable="true"
          aria-activedescendant={active === null ? undefined : elementIdOf(active)}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
          onContextMenu={onContextMenu}
          onFocus={(event) => {
            // Keys are heard by the canvas: a node that was given the focus hands it on.
            const turn = (event.target as Element).closest<HTMLElement>('[data-turn]')?.dataset.turn;
            if (event.target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
            // A press says by itself, on release, where it goes; to focus the tip now would move the canvas under it.
            const next = pressed.current ? state.focus : (turn ?? state.focus ?? state.tip);
            if (next !== state.focus) viewActions.setFocus(next);
          }}
          onPointerDownCapture={(event) => {
            hover.hide();
            pressed.current = true;
            event.currentTarget.focus({ preventScroll: true });
          }}
          onMouseDownCapture={() => {
            // The browser moves the focus after this event.
            window.setTimeout(() => {
              pressed.current = false;
            });
          }}
          onPointerOver={(event) => {
            if (event.buttons !== 0 || event.pointerType === 'touch') return;
            hover.over((event.target as Element).closest<HTMLElement>('[data-turn]')?.dataset.turn ?? null);
          }}
          onPointerLeave={() => hover.over(null)}
        >
          {crowded && <FarLayer scene={scene} path={state.path} view={view} screen={screen} />}
          <ReactFlow
            ref={flow}
            className={crowded && seen.far ? styles.crowded : undefined}
            nodes={nodes}
            // Links are drawn by `Links`: hundreds of them as one drawing, and also where one end is off the window.
            edges={NO_EDGES}
            nodeTypes={NODE_TYPES}
            defaultViewport={view.current}
            minZoom={MIN_ZOOM}
            maxZoom={MAX_ZOOM}
            onMoveStart={(event) => {
              if (event === null) return;
              camera.release();
              hover.hide();
            }}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            zoomOnDoubleClick={false}
            panOnScroll
            panOnScrollSpeed={1}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            deleteKeyCode={null}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            disableKeyboardA11y
            proOptions={PRO}
          >
            {!crowded && <Links scene={scene} links={content.links} path={state.path} far={seen.far} />}
          </ReactFlow>
        </div>
      </ContextMenu>
      <p id={helpId} className="visually-hidden">
        {t('canvasHelp')}
      </p>
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
      <BranchPoints scene={scene} path={state.path} onGo={goTo} />
      <Toolbar
        view={view}
        minimap={minimap}
        hasTip={state.tip !== null}
        onFit={fit}
        onZoom={zoom}
        onTip={() => goTo(state.tip)}
        onMinimap={() => {
          setMinimap(!minimap);
          void saveValue('minimap', !minimap);
        }}
      />
      {minimap && (
        <Minimap
          scene={scene}
          path={state.path}
          tip={state.tip}
          view={view}
          screen={screen}
          onMove={(at) => camera.go(centredOn(view.current, at, screen), 'at once')}
        />
      )}
      <SelectionBar turns={state.turns} selection={state.selection} />
      {shown && shownTurn && canvas && (
        <Preview
          turn={shownTurn}
          scene={scene}
          view={view}
          canvas={canvas}
          pinned={shown.pinned}
          handle={preview}
          onEnter={hover.stay}
          onLeave={() => hover.over(null)}
        />
      )}
    </>
  );
}

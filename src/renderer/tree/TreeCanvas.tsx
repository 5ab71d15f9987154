/** The tree of the conversation on screen, or what stands in its place while there is none. */
import '@xyflow/react/dist/base.css';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import { useApp, useView } from '../state';
import { LoadFailed, NoConversation, NoMessages, Skeleton } from './EmptyTree';
import { Stage } from './Stage';
import styles from './TreeCanvas.module.css';
import { useTreeState } from './tree-state';
import { useRememberedView } from './use-remembered-view';
import type { ScreenSize } from './viewport';

export function TreeCanvas() {
  const box = useRef<HTMLDivElement>(null);
  const screen = useSize(box);
  return (
    <div ref={box} className={styles.root}>
      {screen && <Content screen={screen} />}
    </div>
  );
}

function Content({ screen }: { screen: ScreenSize }) {
  const selected = useApp((state) => state.selected);
  const loadError = useView((state) => state.loadError);
  const state = useTreeState();
  if (selected === null) return <NoConversation />;
  if (state === null || state.conversation !== selected)
    return loadError === null ? <Skeleton /> : <LoadFailed conversation={selected} reason={loadError} />;
  if (state.turns.nodes.size === 0) return <NoMessages />;
  return <OpenTree key={state.conversation} screen={screen} />;
}

/** Waits for the remembered view, so that the canvas opens where it was left and does not jump there. */
function OpenTree({ screen }: { screen: ScreenSize }) {
  const state = useTreeState();
  const remembered = useRememberedView(state?.conversation ?? '');
  if (state === null || remembered === undefined) return <Skeleton />;
  return (
    <ReactFlowProvider>
      <Stage state={state} remembered={remembered} screen={screen} />
    </ReactFlowProvider>
  );
}

/** Size of an element; null before it is known, and while it has none (hidden). */
function useSize(ref: { current: HTMLElement | null }): ScreenSize | null {
  const [size, setSize] = useState<ScreenSize | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0)
        setSize((now) => (now?.width === width && now.height === height ? now : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** What is in the box, kept as a draft per key: written soon after each change and when the window goes. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { drafts, toastError } from '../state';
import { type Attachment, contentOf } from './attachments';
import { dropAside, putAside, takeBack } from './rescue';

export interface Content {
  text: string;
  attachments: readonly Attachment[];
}

export const EMPTY: Content = { text: '', attachments: [] };

const SAVE_AFTER_MS = 250;

/** The content of one key while it is on screen. */
interface Box {
  key: string;
  content: Content;
  /** False until the stored draft is here: nothing is written over it before. */
  loaded: boolean;
  dirty: boolean;
  timer: number;
}

let reported = false;

/** A draft that cannot be kept is said once, not at every letter. */
function report(error: unknown): void {
  if (!reported) toastError(error);
  reported = true;
}

function flush(box: Box): Promise<void> {
  window.clearTimeout(box.timer);
  if (!box.dirty || !box.loaded) return Promise.resolve();
  box.dirty = false;
  return drafts.saveDraft(box.key, box.content.text, [...box.content.attachments]).catch(report);
}

export interface DraftBox extends Content {
  loaded: boolean;
  change: (to: (content: Content) => Content) => void;
  /** Adds to the draft of a key, which may have left the screen while a file was read. */
  attach: (key: string, attachments: readonly Attachment[]) => Promise<void>;
  /** Writes what has not been written yet. */
  save: () => Promise<void>;
  /** Empties the box of that key and deletes its draft. */
  forget: (key: string) => Promise<void>;
}

/** @param original what stands in the box where there is no draft */
export function useDraft(key: string, original: Content): DraftBox {
  const current = useRef<Box | null>(null);
  const beginning = useRef(original);
  const [shown, setShown] = useState<{ key: string; content: Content; loaded: boolean }>({
    key,
    content: EMPTY,
    loaded: false,
  });

  const show = useCallback((box: Box) => {
    if (current.current === box) setShown({ key: box.key, content: box.content, loaded: box.loaded });
  }, []);

  useLayoutEffect(() => {
    beginning.current = original;
  });

  useLayoutEffect(() => {
    const box: Box = { key, content: EMPTY, loaded: false, dirty: false, timer: 0 };
    const start = beginning.current;
    current.current = box;
    show(box);
    const load = async () => {
      const kept = await drafts.loadDraft(key).catch(report);
      const rescued = takeBack(key, kept ?? undefined);
      if (rescued) box.dirty = true;
      const stored = rescued ?? kept;
      const from = stored ? { text: stored.text, attachments: contentOf(stored.parts).attachments } : start;
      // What was typed before the draft was here follows it: neither is lost.
      const typed = box.content;
      box.content = {
        text: [from.text, typed.text].filter((text) => text !== '').join('\n'),
        attachments: [...from.attachments, ...typed.attachments],
      };
      box.loaded = true;
      if (current.current === box) show(box);
      if (box.dirty) await flush(box);
    };
    void load();
    return () => {
      void flush(box);
    };
  }, [key, show]);

  useEffect(() => {
    const leave = () => {
      const box = current.current;
      if (!box) return;
      if (box.dirty && box.loaded)
        putAside(box.key, { text: box.content.text, parts: [...box.content.attachments] });
      void flush(box);
    };
    // Shown again from the browser's memory: the box still has it all.
    const back = (event: PageTransitionEvent) => {
      if (event.persisted && current.current) dropAside(current.current.key);
    };
    const hide = () => {
      if (document.hidden && current.current) void flush(current.current);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);

  const change = useCallback(
    (to: (content: Content) => Content) => {
      const box = current.current;
      if (!box) return;
      box.content = to(box.content);
      box.dirty = true;
      window.clearTimeout(box.timer);
      box.timer = window.setTimeout(() => void flush(box), SAVE_AFTER_MS);
      show(box);
    },
    [show],
  );

  const attach = useCallback(
    async (to: string, attachments: readonly Attachment[]) => {
      if (current.current?.key === to) {
        change((content) => ({ ...content, attachments: [...content.attachments, ...attachments] }));
        return;
      }
      try {
        const stored = await drafts.loadDraft(to);
        await drafts.saveDraft(to, stored?.text ?? '', [...(stored?.parts ?? []), ...attachments]);
      } catch (error) {
        report(error);
      }
    },
    [change],
  );

  const save = useCallback(() => (current.current ? flush(current.current) : Promise.resolve()), []);

  const forget = useCallback(
    async (gone: string) => {
      const box = current.current;
      if (box?.key === gone) {
        window.clearTimeout(box.timer);
        box.content = EMPTY;
        box.dirty = false;
        show(box);
      }
      dropAside(gone);
      await drafts.saveDraft(gone, '').catch(report);
    },
    [show],
  );

  // Between a change of key and its effect the box is empty rather than another conversation's.
  const mine = shown.key === key;
  return {
    ...(mine ? shown.content : EMPTY),
    loaded: mine && shown.loaded,
    change,
    attach,
    save,
    forget,
  };
}

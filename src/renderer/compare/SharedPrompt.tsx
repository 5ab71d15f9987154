import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../i18n';
import { useMessages } from '../state';
import { Button, Spinner } from '../ui';
import styles from './Compare.module.css';
import { columnText } from './column-text';

/** What all columns follow, folded to three lines. */
export function SharedPrompt({ ids, isPrompt }: { ids: readonly string[]; isPrompt: boolean }) {
  const t = useT('compare');
  const id = useId();
  const ref = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  const messages = useMessages(ids);
  const found = messages.filter((message) => message !== undefined);
  const loaded = found.length === ids.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages are immutable and all of them are here or not
  const text = useMemo(
    () =>
      columnText(found, {
        call: (name) => t('call', { name }),
        image: (name) => t('image', { name }),
        file: (name) => t('file', { name }),
      }),
    [loaded, t],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the text has come
  useLayoutEffect(() => {
    const line = ref.current;
    if (!line || open) return;
    const measure = () => setCut(line.scrollHeight > line.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [text, open]);

  return (
    <div className={styles.shared}>
      <span className={styles.sharedLabel} data-prompt={isPrompt}>
        {isPrompt ? t('prompt') : t('before')}
      </span>
      {loaded ? (
        <p ref={ref} id={id} className={styles.sharedText} data-open={open}>
          {text || t('empty')}
        </p>
      ) : (
        <Spinner label={t('loading')} />
      )}
      {(cut || open) && (
        <Button
          size="s"
          variant="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((is) => !is)}
        >
          {open ? t('less') : t('more')}
        </Button>
      )}
    </div>
  );
}

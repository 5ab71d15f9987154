import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n';
import { appActions } from '../state';
import styles from './DropTarget.module.css';
import { filesOf } from './dropped-files';

/**
 * Takes files dropped anywhere on the window as an import. A drop on the composer is an attachment: it stops the
 * event before it comes here.
 */
export function DropTarget() {
  const t = useT('shell');
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const dragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      void filesOf(event.dataTransfer!).then(appActions.importFiles);
    };
    // A drop that the composer took never arrives here as a bubbling event: clear the curtain all the same.
    const clear = () => {
      depth = 0;
      setOver(false);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', dragOver);
    window.addEventListener('drop', drop);
    window.addEventListener('drop', clear, true);
    window.addEventListener('dragend', clear);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', dragOver);
      window.removeEventListener('drop', drop);
      window.removeEventListener('drop', clear, true);
      window.removeEventListener('dragend', clear);
    };
  }, []);
  if (!over) return null;
  return (
    <div className={styles.curtain} aria-hidden>
      <div className={styles.card}>
        <FileInput size={28} aria-hidden />
        <strong>{t('dropHere')}</strong>
        <span>{t('dropHint')}</span>
      </div>
    </div>
  );
}

/** Takes files dropped on the composer as attachments and leaves histories to the import. */
import { type DragEvent, useState } from 'react';
import { isImport } from './attachments';

/** Kinds that are imports for sure; names are not told before the drop. */
const IMPORT_TYPES = new Set(['application/zip', 'application/x-zip-compressed', 'application/json']);

/** While files hover: whether they may be attachments. The answer stays the same for as long as they hover. */
function mayAttach({ types, items }: DataTransfer): boolean {
  return types.includes('Files') && ![...items].some((item) => IMPORT_TYPES.has(item.type));
}

/** Files of a drop that are attachments; null when they are an import: a history or a folder is among them. */
function attachable(data: DataTransfer): File[] | null {
  const files = [...data.files];
  const folder = [...data.items].some((item) => item.webkitGetAsEntry()?.isDirectory);
  return files.length === 0 || folder || files.some((file) => isImport(file.name)) ? null : files;
}

export function useDropZone(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  // The window counts elements entered and left; here neither is told to it, so its curtain lifts over the composer.
  const hover = (event: DragEvent, inside: boolean): void => {
    if (!mayAttach(event.dataTransfer)) return;
    event.stopPropagation();
    const to = event.relatedTarget;
    setOver(inside || (to instanceof Node && event.currentTarget.contains(to)));
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => hover(event, true),
      onDragLeave: (event: DragEvent) => hover(event, false),
      onDragOver: (event: DragEvent) => {
        if (mayAttach(event.dataTransfer)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        const files = attachable(event.dataTransfer);
        if (!files) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles(files);
      },
    },
  };
}

import { FileText, Paperclip, TextCursorInput, X } from 'lucide-react';
import { language, useT } from '../i18n';
import { host } from '../rpc/host';
import { IconButton, Spinner } from '../ui';
import type { Attachment } from './attachments';
import styles from './Composer.module.css';
import type { Pending } from './use-attaching';

/** Text longer than this is not put into the box: a text field that long is slow to type in. */
const INSERT_MOST = 100_000;

/** What is attached, and what is being read. */
export function AttachmentChips({
  attachments,
  pending,
  onRemove,
  onInsert,
}: {
  attachments: readonly Attachment[];
  pending: readonly Pending[];
  onRemove: (index: number) => void;
  /** Puts the text of an attachment into the box instead. */
  onInsert: (index: number) => void;
}) {
  const t = useT('composer');
  if (attachments.length === 0 && pending.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('attachments')}>
      {attachments.map((part, index) => {
        const name = part.name ?? t('image');
        const text = part.type === 'file' ? part.text : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
          <li key={index} className={styles.chip} title={name}>
            {part.type === 'image' ? (
              <img src={host.blobUrl(part.blob)} alt="" className={styles.thumb} />
            ) : text === undefined ? (
              <Paperclip size={14} aria-hidden />
            ) : (
              <FileText size={14} aria-hidden />
            )}
            <span className={styles.chipName}>{name}</span>
            <span className={styles.chipSize}>{sizeOf(part)}</span>
            {text !== undefined && text.length <= INSERT_MOST && (
              <IconButton size="s" label={t('insertText', { name })} onClick={() => onInsert(index)}>
                <TextCursorInput size={13} aria-hidden />
              </IconButton>
            )}
            <IconButton size="s" label={t('remove', { name })} onClick={() => onRemove(index)}>
              <X size={13} aria-hidden />
            </IconButton>
          </li>
        );
      })}
      {pending.map((item) => (
        <li key={item.id} className={styles.chip}>
          <Spinner label={t('reading', { name: item.name })} size={12} />
          <span className={styles.chipName}>{item.name}</span>
        </li>
      ))}
    </ul>
  );
}

function sizeOf(part: Attachment): string {
  if (part.type === 'image') return part.width && part.height ? `${part.width} × ${part.height}` : '';
  if (part.size === undefined) return '';
  const [value, unit] =
    part.size < 1024
      ? [part.size, 'byte']
      : part.size < 1024 * 1024
        ? [part.size / 1024, 'kilobyte']
        : [part.size / (1024 * 1024), 'megabyte'];
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value as number);
}

/** Turns files into attachments and says which could not be. */
import { useCallback, useState } from 'react';
import { useT } from '../i18n';
import { host } from '../rpc/host';
import { toast, toastError } from '../state';
import { type Attachment, AttachmentError, attachmentOf, MAX_ATTACHMENTS } from './attachments';

/** A file that is being read. */
export interface Pending {
  id: number;
  name: string;
  /** Draft that it goes to. */
  key: string;
}

let next = 1;

export function useAttaching(attach: (key: string, attachments: readonly Attachment[]) => Promise<void>): {
  pending: readonly Pending[];
  add: (key: string, files: readonly File[], beside: number) => void;
} {
  const t = useT('composer');
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const add = useCallback(
    (key: string, files: readonly File[], beside: number) => {
      const room = Math.max(0, MAX_ATTACHMENTS - beside);
      if (files.length > room) toast({ text: t('attachTooMany', { count: MAX_ATTACHMENTS }), kind: 'error' });
      const taken = files.slice(0, room).map((file) => ({ file, id: next++ }));
      setPending((now) => [...now, ...taken.map(({ file, id }) => ({ id, name: file.name, key }))]);
      const read = async () => {
        // One after the other: they stand in the order in which they came, and memory holds one.
        for (const { file, id } of taken) {
          try {
            await attach(key, [await attachmentOf(file, host.putBlob)]);
          } catch (error) {
            if (error instanceof AttachmentError)
              toast({ text: t(error.reason, { name: file.name }), kind: 'error' });
            else toastError(error);
          } finally {
            setPending((now) => now.filter((item) => item.id !== id));
          }
        }
      };
      void read();
    },
    [attach, t],
  );
  return { pending, add };
}

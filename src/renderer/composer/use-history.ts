/** Prompts sent before, recalled into an empty box. */
import { useCallback, useRef } from 'react';
import { drafts, toastError } from '../state';

/** `recall('older' | 'newer', text, put)`: true when the key was taken. */
export function useHistory(
  conversation: string | null,
): (to: 'older' | 'newer', text: string, put: (text: string) => void) => boolean {
  const browsing = useRef<{ conversation: string; entries: string[]; at: number } | null>(null);
  return useCallback(
    (to, text, put) => {
      if (conversation === null) return false;
      const now = browsing.current;
      // Once a recalled prompt is changed, the arrows move the caret again.
      if (now?.conversation === conversation && text !== '' && text === now.entries[now.at]) {
        const at = to === 'older' ? Math.min(now.at + 1, now.entries.length - 1) : now.at - 1;
        browsing.current = at < 0 ? null : { ...now, at };
        put(at < 0 ? '' : now.entries[at]!);
        return true;
      }
      if (text !== '' || to === 'newer') return false;
      drafts.promptHistory(conversation).then((entries) => {
        if (entries.length === 0) return;
        browsing.current = { conversation, entries, at: 0 };
        put(entries[0]!);
      }, toastError);
      return true;
    },
    [conversation],
  );
}

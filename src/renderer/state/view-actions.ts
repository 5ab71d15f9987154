/** What a person can do in the conversation on screen. */
import type { Message, Part } from '../../shared/model';
import type { PromptPart } from '../../shared/rpc/contract';
import { childrenOf, plainText, siblingsOf } from '../../shared/tree';
import { t } from '../i18n';
import { api } from '../rpc/client';
import { appActions } from './actions';
import { useApp } from './app';
import { rememberPrompt } from './drafts';
import { forgetMessages, loadMessages, setMessageConversation } from './messages';
import { followRuns } from './runs';
import { toast, toastError } from './toasts';
import { type ConversationView, patchView, useView, viewOf, withTip } from './view';

let following: AbortController | null = null;

function current(): ConversationView | null {
  return useView.getState().view;
}

async function attempt<T>(work: (view: ConversationView) => Promise<T>): Promise<T | undefined> {
  const view = current();
  if (!view) return undefined;
  try {
    return await work(view);
  } catch (error) {
    toastError(error);
    return undefined;
  }
}

function applyMove(move: { conversation: string; tip: string | null; recentTips: string[] }): void {
  patchView(move.conversation, (view) => withTip(view, move.tip, move.recentTips));
}

async function clipboard(text: string, said: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast({ text: said, kind: 'success' });
}

export const viewActions = {
  /** Loads a conversation onto the screen and follows its runs. */
  async load(id: string | null): Promise<void> {
    following?.abort();
    following = null;
    setMessageConversation(id);
    if (id === null) {
      useView.setState({ view: null, loading: false, loadError: null });
      return;
    }
    const known = current()?.conversation.id === id;
    useView.setState({ loading: true, loadError: null, ...(known ? {} : { view: null }) });
    const controller = new AbortController();
    following = controller;
    try {
      const answer = await api.tree.get({ conversation: id });
      if (controller.signal.aborted) return;
      useView.setState((state) => ({ view: viewOf(answer, state.view), loading: false }));
      void followRuns(id, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      useView.setState({ loading: false, loadError: error instanceof Error ? error.message : String(error) });
    }
  },

  /** Loads the tree anew, keeping what the screen knows besides (after deletions and imports). */
  async reload(id: string): Promise<void> {
    try {
      const answer = await api.tree.get({ conversation: id });
      forgetMessages();
      useView.setState((state) =>
        state.view?.conversation.id === id ? { view: viewOf(answer, state.view) } : {},
      );
    } catch (error) {
      toastError(error);
    }
  },

  /** A click on a message: the tip goes to the leaf last visited beneath it. */
  switchTo: (message: string) =>
    attempt(async (view) =>
      applyMove(await api.tree.switch({ conversation: view.conversation.id, message, exact: false })),
    ),

  /** The tip rests on the message itself: the next prompt follows it. */
  continueFrom: (message: string) =>
    attempt(async (view) =>
      applyMove(await api.tree.switch({ conversation: view.conversation.id, message, exact: true })),
    ),

  /** To the sibling before (-1) or after (+1), in place. */
  step: (message: string, by: -1 | 1) =>
    attempt(async (view) => {
      const siblings = siblingsOf(view.tree, message);
      const next = siblings[siblings.indexOf(message) + by];
      if (next !== undefined) await viewActions.switchTo(next);
    }),

  setFocus(turn: string | null): void {
    const view = current();
    if (view) patchView(view.conversation.id, () => ({ focus: turn }));
  },

  toggleSelected(turn: string): void {
    const view = current();
    if (!view) return;
    const selection = new Set(view.selection);
    if (!selection.delete(turn)) selection.add(turn);
    patchView(view.conversation.id, () => ({ selection }));
  },

  clearSelection(): void {
    const view = current();
    if (view) patchView(view.conversation.id, () => ({ selection: new Set() }));
  },

  /** Puts a prompt into the composer; sending it makes a sibling. */
  startEdit: (message: string) =>
    attempt(async (view) => {
      const [found] = await loadMessages(view.conversation.id, [message]);
      if (found) patchView(view.conversation.id, () => ({ edit: { message, parts: found.parts } }));
    }),

  cancelEdit(): void {
    const view = current();
    if (view) patchView(view.conversation.id, () => ({ edit: null }));
  },

  /** A new answer to a prompt, beside those it has. */
  answerAgain: (prompt: string, model?: string) =>
    attempt(async (view) => {
      await api.runs.answer({ conversation: view.conversation.id, parent: prompt, model });
    }),

  editAnswer: (message: string, text: string) =>
    attempt(async (view) =>
      applyMove(await api.messages.editAnswer({ conversation: view.conversation.id, message, text })),
    ),

  /** Copies the path to a message into a conversation of its own and opens it. */
  fork: (message: string) =>
    attempt(async (view) => {
      const fork = await api.tree.fork({ conversation: view.conversation.id, message });
      appActions.selectConversation(fork.conversation);
      toast({ text: t('shell.forked'), kind: 'success' });
    }),

  /** Side by side: these messages, or with one id it and its siblings (at most four). */
  openCompare(ids: string[]): void {
    const view = current();
    if (!view) return;
    const [only] = ids;
    const chosen =
      ids.length === 1 && only !== undefined ? around(siblingsOf(view.tree, only), only) : ids.slice(0, 4);
    if (chosen.length < 2) {
      toast({ text: t('shell.nothingToCompare') });
      return;
    }
    const parents = new Set(chosen.map((id) => view.tree.parents.get(id) ?? null));
    patchView(view.conversation.id, () => ({
      compare: { parent: parents.size === 1 ? [...parents][0]! : null, ids: chosen },
    }));
  },

  closeCompare(): void {
    const view = current();
    if (view) patchView(view.conversation.id, () => ({ compare: null }));
  },

  /** From the comparison: go on with this one. */
  pick: (message: string) =>
    attempt(async () => {
      await viewActions.switchTo(message);
      viewActions.closeCompare();
    }),

  remove: (message: string, mode: 'subtree' | 'only') =>
    attempt(async (view) => {
      const conversation = view.conversation.id;
      const { trash, removed } = await api.tree.delete({ conversation, message, mode });
      await viewActions.reload(conversation);
      toast({
        text: t('shell.messagesDeleted', { count: removed }),
        action: { label: t('shell.undo'), run: () => void viewActions.restore(conversation, trash.id) },
      });
    }),

  async restore(conversation: string, trash: string): Promise<void> {
    try {
      await api.tree.restore({ trash });
      await viewActions.reload(conversation);
    } catch (error) {
      toastError(error);
    }
  },

  /** The message's own words, as Markdown, to the clipboard. */
  copy: (message: string) =>
    attempt(async (view) => {
      const [found] = await loadMessages(view.conversation.id, [message]);
      if (found) await clipboard(copyText(found), t('shell.copied'));
    }),

  /** A branch as Markdown to the clipboard, reasoning left out. */
  copyBranch: (tip: string | null) =>
    attempt(async (view) => {
      const { files } = await api.exports.markdown({
        conversation: view.conversation.id,
        ...(tip === null ? {} : { tip }),
        options: {
          reasoning: 'none',
          tools: 'full',
          frontMatter: false,
          images: 'none',
          dollarMath: false,
          branches: 'this',
          language: document.documentElement.lang === 'de' ? 'de' : 'en',
        },
      });
      await clipboard(files[0]?.text ?? '', t('shell.branchCopied'));
    }),

  /**
   * Sends a prompt under the tip on screen, or beside the prompt being edited. The promise tells whether it was
   * taken, so that the composer keeps its text when not.
   */
  async send(parts: PromptPart[], model?: string): Promise<boolean> {
    const view = current();
    const { selected } = useApp.getState();
    // A conversation that has not been loaded yet has no tip on screen: nothing can be sent to it blindly.
    if (selected !== null && view?.conversation.id !== selected) {
      toast({ text: t('shell.stillLoading'), kind: 'error' });
      return false;
    }
    const editing = view?.edit ?? null;
    const parent =
      view === null
        ? null
        : editing
          ? (view.tree.parents.get(editing.message) ?? null)
          : view.conversation.tip;
    try {
      const sent = await api.runs.send({ conversation: view?.conversation.id ?? null, parent, parts, model });
      void rememberPrompt(
        sent.conversation,
        parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      );
      if (view && editing) patchView(view.conversation.id, () => ({ edit: null }));
      // A prompt of a new conversation opens it, unless one has gone elsewhere meanwhile.
      if (view === null && useApp.getState().selected === null)
        appActions.selectConversation(sent.conversation);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  },

  stop: (run: string) =>
    attempt(async () => {
      await api.runs.stop({ run });
    }),

  resolveRun: (run: string, action: 'keep' | 'retry' | 'discard') =>
    attempt(async () => {
      await api.runs.resolve({ run, action });
    }),

  retry: () =>
    attempt(async (view) => {
      const { outcome } = await api.runs.retry({ conversation: view.conversation.id });
      if (outcome === 'nothing-to-retry') toast({ text: t('shell.nothingToRetry') });
      if (outcome === 'nothing-loaded') toast({ text: t('shell.nothingLoaded') });
    }),

  editQueued: (id: string, parts: PromptPart[]) =>
    attempt(async () => {
      await api.runs.queue.edit({ id, parts });
    }),

  removeQueued: (id: string) =>
    attempt(async () => {
      await api.runs.queue.remove({ id });
    }),
};

/** At most four siblings with the given one among them. */
function around(siblings: readonly string[], id: string): string[] {
  const at = siblings.indexOf(id);
  const from = Math.max(0, Math.min(at - 1, siblings.length - 4));
  return siblings.slice(from, from + 4);
}

/** What "copy" takes of a message: its words, or the text of its results. */
function copyText(message: Message): string {
  const text = plainText(message);
  if (text !== '') return text;
  return message.parts
    .flatMap((part: Part) => (part.type === 'tool-result' ? part.output : []))
    .map((item) => (item.type === 'text' ? item.text : ''))
    .join('\n');
}

/** Children of the tip: replies that already follow where one would go on. */
export function repliesAtTip(view: ConversationView): number {
  return childrenOf(view.tree, view.conversation.tip).length;
}

/** What a person can do, as functions: components call these and nothing else changes data. */

import type { SearchHit } from '../../shared/rpc/contract';
import type { Settings } from '../../shared/rpc/settings';
import { t } from '../i18n';
import { api } from '../rpc/client';
import { host } from '../rpc/host';
import { type DialogState, dropConversation, placeConversation, useApp } from './app';
import { saveValue } from './drafts';
import { toast, toastError } from './toasts';
import { useView } from './view';
import { viewActions } from './view-actions';

/** Runs an action; a failure is said. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    toastError(error);
    return undefined;
  }
}

export const appActions = {
  selectConversation(id: string | null): void {
    if (useApp.getState().selected === id) return;
    useApp.setState((state) => ({
      selected: id,
      highlight: state.highlight?.conversation === id ? state.highlight : null,
    }));
    void saveValue('selected', id);
    void viewActions.load(id);
  },

  /** Begins with an empty screen; the conversation is stored with its first prompt. */
  newConversation(): void {
    appActions.selectConversation(null);
    useView.setState({ view: null, loadError: null });
  },

  rename: (id: string, title: string) =>
    attempt(async () => placeConversation(await api.conversations.rename({ id, title }))),

  archive: (id: string, archived: boolean) =>
    attempt(async () => {
      placeConversation(await api.conversations.archive({ id, archived }));
      toast({
        text: archived ? t('shell.archived') : t('shell.unarchived'),
        action: { label: t('shell.undo'), run: () => void appActions.archive(id, !archived) },
      });
    }),

  deleteConversation: (id: string) =>
    attempt(async () => {
      const title = [...useApp.getState().conversations, ...useApp.getState().archived].find(
        (c) => c.id === id,
      )?.title;
      await api.conversations.delete({ id });
      dropConversation(id);
      if (useApp.getState().selected === id) appActions.selectConversation(null);
      toast({
        text: t('shell.deleted', { title: title || t('shell.untitled') }),
        action: { label: t('shell.undo'), run: () => void appActions.restoreConversation(id) },
      });
    }),

  restoreConversation: (id: string) =>
    attempt(async () => placeConversation(await api.conversations.restore({ id }))),

  openDialog(dialog: DialogState): void {
    useApp.setState({ dialog });
  },

  closeDialog(): void {
    useApp.setState({ dialog: null });
  },

  setSettings: (patch: Partial<Settings>) =>
    attempt(async () => useApp.setState({ settings: await api.settings.set(patch) })),

  setModel: (id: string, model: string | null) =>
    attempt(async () => placeConversation(await api.conversations.setModel({ id, model }))),

  /** Files dropped or chosen: opens the import dialog, which shows their progress. */
  importFiles(files: File[]): void {
    if (files.length > 0) appActions.openDialog({ kind: 'import', files });
  },

  reloadModels: () =>
    attempt(async () => {
      const [models, chosen] = await Promise.all([api.models.list(), api.models.default()]);
      useApp.setState({ models, defaultModel: chosen.id });
    }),

  /** Opens the conversation of a hit at the hit; switches the branch only when the hit is on another. */
  showHit: (hit: Pick<SearchHit, 'conversation' | 'message'>, text: string) =>
    attempt(async () => {
      useApp.setState({ highlight: { conversation: hit.conversation, message: hit.message, text } });
      if (useApp.getState().selected !== hit.conversation) {
        useApp.setState({ selected: hit.conversation });
        void saveValue('selected', hit.conversation);
        await viewActions.load(hit.conversation);
      }
      const { view } = useView.getState();
      if (view?.conversation.id === hit.conversation && !view.pathSet.has(hit.message)) {
        await viewActions.switchTo(hit.message);
      }
    }),

  clearHighlight(): void {
    useApp.setState({ highlight: null });
  },

  openExternal: (url: string) => attempt(async () => host.openExternal(url)),
};

/** Keeps the screen true to the main process: loads what is there, then follows what changes. */
import { useEffect } from 'react';
import type { AppEvent } from '../../shared/rpc/contract';
import { setLanguage } from '../i18n';
import { api } from '../rpc/client';
import { appActions } from './actions';
import { dropConversation, placeConversation, useApp } from './app';
import { loadValue } from './drafts';
import { patchView, useView, withNodes, withTip } from './view';
import { viewActions } from './view-actions';

function apply(event: AppEvent): void {
  switch (event.type) {
    case 'hello':
      return;
    case 'conversation':
      placeConversation(event.conversation);
      patchView(event.conversation.id, (view) => ({
        conversation: { ...view.conversation, ...event.conversation, tip: view.conversation.tip },
      }));
      return;
    case 'conversation-removed':
      dropConversation(event.id);
      if (useApp.getState().selected === event.id) appActions.selectConversation(null);
      return;
    case 'nodes-added':
      patchView(event.conversationId, (view) => withNodes(view, event.nodes, event.tip));
      return;
    case 'tip':
      patchView(event.conversationId, (view) => withTip(view, event.tip, event.recentTips));
      return;
    case 'tree-changed':
      if (useView.getState().view?.conversation.id === event.conversationId)
        void viewActions.reload(event.conversationId);
      return;
    case 'running':
      useApp.setState({ running: new Set(event.conversations) });
      return;
    case 'settings':
      useApp.setState({ settings: event.settings });
      return;
    case 'models':
      void appActions.reloadModels();
      return;
    case 'import':
      return;
  }
}

async function loadAll(): Promise<void> {
  const [info, settings, conversations, archived] = await Promise.all([
    api.app.info(),
    api.settings.get(),
    api.conversations.list({ archived: false }),
    api.conversations.list({ archived: true }),
  ]);
  useApp.setState({ info, settings, conversations, archived, conversationsLoaded: true, loadError: null });
  await setLanguage(settings.language);
  await appActions.reloadModels();
}

/** Loads and follows until the window closes; after a lost connection it loads anew. */
export async function followApp(signal: AbortSignal): Promise<void> {
  let first = true;
  while (!signal.aborted) {
    try {
      const events = await api.app.watch(undefined, { signal });
      // Watched before loaded, so that nothing falls between.
      await loadAll();
      if (first) {
        first = false;
        await reopen();
      } else if (useApp.getState().selected !== null) {
        await viewActions.load(useApp.getState().selected);
      }
      for await (const event of events) apply(event);
    } catch (error) {
      if (!useApp.getState().conversationsLoaded) {
        useApp.setState({ loadError: error instanceof Error ? error.message : String(error) });
      }
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Opens the conversation that was open last, at the tip where it was. */
async function reopen(): Promise<void> {
  const last = await loadValue<string | null>('selected');
  const { conversations, archived, selected } = useApp.getState();
  if (selected !== null || !last) return;
  if ([...conversations, ...archived].some((item) => item.id === last)) appActions.selectConversation(last);
}

/** Follows the main process for as long as the app is mounted. */
export function useSync(): void {
  useEffect(() => {
    const controller = new AbortController();
    void followApp(controller.signal);
    return () => controller.abort();
  }, []);
}

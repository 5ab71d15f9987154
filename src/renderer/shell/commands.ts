/** Commands of the desktop menu and the keys that work everywhere in the window. */
import { useEffect } from 'react';
import { host } from '../rpc/host';
import { appActions, useApp, useView } from '../state';
import { toggleLibrary } from './Splitter';

function run(command: string): boolean {
  const { selected } = useApp.getState();
  switch (command) {
    case 'new-conversation':
      appActions.newConversation();
      return true;
    case 'import':
      appActions.openDialog({ kind: 'import' });
      return true;
    case 'export':
      if (selected !== null) {
        const tip = useView.getState().view?.conversation.tip ?? null;
        appActions.openDialog({ kind: 'export', conversation: selected, tip });
      }
      return true;
    case 'settings':
      appActions.openDialog({ kind: 'settings' });
      return true;
    case 'help':
      appActions.openDialog({ kind: 'help' });
      return true;
    case 'toggle-library':
      toggleLibrary();
      return true;
    default:
      return false;
  }
}

/** Keys with Ctrl or Cmd, by `KeyboardEvent.key`, lower case. Browsers keep Ctrl+N: there Ctrl+Alt+N does. */
const KEYS: Record<string, string> = {
  n: 'new-conversation',
  o: 'import',
  e: 'export',
  ',': 'settings',
  '/': 'help',
  b: 'toggle-library',
};

export function useShellCommands(): void {
  useEffect(() => {
    const stop = host.onCommand((command) => {
      run(command);
    });
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.isComposing) return;
      const command = KEYS[event.key.toLowerCase()];
      if (command && run(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      stop();
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** Does what a slash command says. */
import { t } from '../i18n';
import { appActions, toast, useApp, useView, viewActions } from '../state';
import type { Command } from './commands';
import { findModel } from './models';

/** Titles are no longer than this. */
const MAX_TITLE = 500;

function refuse(key: string, options?: Record<string, unknown>): false {
  toast({ text: t(`composer.${key}`, options), kind: 'error' });
  return false;
}

/**
 * @returns whether it was taken; where not, the text stays in the box
 */
export async function runCommand(
  command: Command,
  argument: string,
  models: { open: () => void; choose: (id: string) => void },
): Promise<boolean> {
  if (argument !== '' && !command.argument) return refuse('noArgument', { name: command.name });
  if (command.name === 'help') {
    appActions.openDialog({ kind: 'help' });
    return true;
  }
  if (command.name === 'model') return chooseModel(argument, models);
  const conversation = useView.getState().view?.conversation;
  if (!conversation) return refuse('noConversation', { name: command.name });
  const { id, tip } = conversation;
  switch (command.name) {
    case 'tree': {
      const tree = document.querySelector<HTMLElement>('[data-testid=tree]');
      if (!tree) return refuse('noTree');
      tree.focus();
      return true;
    }
    case 'fork':
      if (tip === null) return refuse('noTip');
      await viewActions.fork(tip);
      return true;
    case 'export':
      appActions.openDialog({ kind: 'export', conversation: id, tip });
      return true;
    case 'dump':
      await viewActions.copyBranch(null);
      return true;
    case 'retry':
      await viewActions.retry();
      return true;
    case 'rename':
      if (argument.length > MAX_TITLE) return refuse('titleTooLong', { count: MAX_TITLE });
      if (argument === '') appActions.openDialog({ kind: 'rename', conversation: id });
      else await appActions.rename(id, argument);
      return true;
  }
}

function chooseModel(argument: string, models: { open: () => void; choose: (id: string) => void }): boolean {
  if (argument === '') {
    models.open();
    return true;
  }
  const found = findModel(useApp.getState().models, argument);
  if ('id' in found) {
    models.choose(found.id);
    return true;
  }
  if (found.matches.length === 0) return refuse('noModel', { name: argument });
  const shown = found.matches.slice(0, 4).join(', ');
  return refuse('manyModels', { name: argument, models: found.matches.length > 4 ? `${shown}, …` : shown });
}

import { ExportDialog } from '../dialogs/ExportDialog';
import { HelpDialog } from '../dialogs/HelpDialog';
import { ImportDialog } from '../dialogs/ImportDialog';
import { RenameDialog } from '../dialogs/RenameDialog';
import { TrashDialog } from '../dialogs/TrashDialog';
import { SettingsDialog } from '../settings/SettingsDialog';
import { useApp } from '../state';

/** The dialog that is open, if any. */
export function Dialogs() {
  const dialog = useApp((state) => state.dialog);
  switch (dialog?.kind) {
    case 'settings':
      return <SettingsDialog tab={dialog.tab} />;
    case 'import':
      return <ImportDialog files={dialog.files} />;
    case 'export':
      return <ExportDialog conversation={dialog.conversation} tip={dialog.tip} />;
    case 'help':
      return <HelpDialog />;
    case 'trash':
      return <TrashDialog />;
    case 'rename':
      return <RenameDialog conversation={dialog.conversation} />;
    default:
      return null;
  }
}

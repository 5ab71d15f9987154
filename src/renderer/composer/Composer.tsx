/** Where prompts are written. What is typed is a draft from its first letter on and survives the window. */
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isWithin } from '../../shared/tree';
import { language, useT } from '../i18n';
import { appActions, type ConversationView, drafts, toast, useApp, useView, viewActions } from '../state';
import { Button, IconButton } from '../ui';
import { AttachmentChips } from './AttachmentChips';
import { contentOf, PASTE_LIMIT, pastedText, promptOf, sameContent } from './attachments';
import { CommandPopup, commandId } from './CommandPopup';
import styles from './Composer.module.css';
import { type Command, completions, parseInput } from './commands';
import { roughTokens } from './estimate';
import { EditBanner, Hints } from './Hints';
import { ModelPicker } from './ModelPicker';
import { currentModel } from './models';
import { runCommand } from './run-command';
import { useAttaching } from './use-attaching';
import { EMPTY, useDraft } from './use-draft';
import { useDropZone } from './use-drop-zone';
import { useHistory } from './use-history';

const active = (view: ConversationView) =>
  view.runs.filter((run) => run.status === 'streaming' || run.status === 'tools');

/** The run that Stop ends: the one at the tip, else the newest. */
function stoppable(view: ConversationView | null): string | null {
  if (!view) return null;
  const runs = active(view);
  return (runs.find((run) => run.parentId === view.conversation.tip) ?? runs.at(-1))?.id ?? null;
}

/** Whether a prompt sent under `parent` waits for an answer beneath it. */
function waits(view: ConversationView | null, parent: string | null | undefined): boolean {
  if (!view || parent === null || parent === undefined) return false;
  return active(view).some((run) => isWithin(view.tree, parent, run.parentId));
}

export function Composer() {
  const t = useT('composer');
  const popupId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const selected = useApp((state) => state.selected);
  const sendWith = useApp((state) => state.settings.sendWith);
  const models = useApp((state) => state.models);
  const defaultModel = useApp((state) => state.defaultModel);
  const readOnly = useApp((state) => state.info?.writable === false);
  // Not the whole view: it changes with every frame of an answer.
  const opened = useView((state) => state.view?.conversation.id ?? null);
  const edit = useView((state) => state.view?.edit ?? null);
  const conversationModel = useView((state) => state.view?.conversation.model ?? null);
  const run = useView((state) => stoppable(state.view));
  const queued = useView((state) => {
    const { view } = state;
    return waits(view, view?.edit ? view.tree.parents.get(view.edit.message) : view?.conversation.tip);
  });

  const key = edit && opened !== null ? `${opened}:edit:${edit.message}` : (selected ?? 'new');
  const original = useMemo(
    () => (edit ? contentOf(edit.parts) : { ...EMPTY, attachments: [], lost: 0 }),
    [edit],
  );
  const draft = useDraft(key, original);
  const { text, attachments, change } = draft;
  const { pending, add } = useAttaching(draft.attach);
  const reading = pending.filter((item) => item.key === key);
  const recall = useHistory(selected);

  const [sending, setSending] = useState(false);
  const [choice, setChoice] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [marked, setMarked] = useState(0);
  const [dismissed, setDismissed] = useState('');

  const model = currentModel(models, selected === null ? choice : conversationModel, defaultModel);
  const offered = edit || dismissed === text ? [] : completions(text);
  const mark = Math.min(marked, offered.length - 1);
  const empty = text.trim() === '' && attachments.length === 0;
  const blocked = readOnly || sending || !draft.loaded || reading.length > 0;

  const put = useCallback(
    (value: string) => {
      change((content) => ({ ...content, text: value }));
      // After React has written the value: the caret goes to its end.
      requestAnimationFrame(() => box.current?.setSelectionRange(value.length, value.length));
    },
    [change],
  );
  const attachFiles = useCallback(
    (files: readonly File[]) => add(key, files, attachments.length + reading.length),
    [add, key, attachments.length, reading.length],
  );
  const drop = useDropZone(attachFiles);

  // An edit and an empty screen are begun to be written in.
  const begin = draft.loaded && (edit !== null || selected === null) ? key : null;
  useEffect(() => {
    const area = box.current;
    if (begin === null || !area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [begin]);

  const chooseModel = (id: string): void => {
    if (selected === null) setChoice(id);
    else void appActions.setModel(selected, id);
  };

  const command = async (chosen: Command, argument: string): Promise<void> => {
    const done = await runCommand(chosen, argument, { open: () => setChoosing(true), choose: chooseModel });
    // Only what was read as the command is taken away; attachments stay, and so does another conversation's draft.
    if (done) change((content) => (content.text === text ? { ...content, text: '' } : content));
  };

  const send = async (): Promise<void> => {
    if (blocked || empty) return;
    const input = edit ? ({ kind: 'text', text } as const) : parseInput(text);
    if (input.kind === 'unknown') {
      toast({ text: t('unknown', { name: input.name }), kind: 'error' });
      return;
    }
    if (input.kind === 'command') return command(input.command, input.argument);
    setSending(true);
    try {
      await draft.save();
      const chosen = selected === null ? (choice ?? undefined) : undefined;
      if (await viewActions.send(promptOf(input.text, attachments), chosen)) {
        await draft.forget(key);
        if (selected === null) setChoice(null);
      }
    } finally {
      setSending(false);
    }
  };

  const cancelEdit = (): void => {
    if (!edit) return;
    const { message } = edit;
    const kept = { text, attachments: [...attachments] };
    const changed = draft.loaded && !sameContent(kept, original);
    void draft.forget(key);
    viewActions.cancelEdit();
    if (!changed) return;
    const again = async () => {
      await drafts.saveDraft(key, kept.text, kept.attachments);
      // From elsewhere the edit waits as a draft until the prompt is edited again.
      if (useView.getState().view?.conversation.id === opened) await viewActions.startEdit(message);
    };
    toast({
      text: t('editDiscarded'),
      action: { label: t('undo', { ns: 'shell' }), run: () => void again() },
    });
  };

  const pickCommand = (chosen: Command): void => {
    if (chosen.argument) put(`/${chosen.name} `);
    else void command(chosen, '');
    box.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter in a composition chooses a word and sends nothing.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const mod = event.ctrlKey || event.metaKey;
    const plain = !mod && !event.altKey && !event.shiftKey;
    const chosen = offered[mark];
    if (chosen && plain) {
      if (event.key === 'ArrowDown') setMarked((mark + 1) % offered.length);
      else if (event.key === 'ArrowUp') setMarked((mark + offered.length - 1) % offered.length);
      else if (event.key === 'Tab') put(`/${chosen.name}${chosen.argument ? ' ' : ''}`);
      else if (event.key === 'Escape') setDismissed(text);
      // A finished name is sent as it is: an argument is never required.
      else if (event.key === 'Enter' && text.trim().toLowerCase() !== `/${chosen.name}`) pickCommand(chosen);
      else if (event.key === 'Enter') void command(chosen, '');
      else return;
      event.preventDefault();
      return;
    }
    if (event.key === 'Escape' && edit) {
      event.preventDefault();
      cancelEdit();
    } else if (plain && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      if (edit || attachments.length > 0 || !draft.loaded) return;
      if (recall(event.key === 'ArrowUp' ? 'older' : 'newer', text, recalled)) event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey && (mod || sendWith === 'enter')) {
      event.preventDefault();
      void send();
    }
  };

  /** A prompt from the history; it comes a moment later and never replaces what was typed meanwhile. */
  const recalled = (value: string): void => {
    const area = box.current;
    if (area && area.value === text) put(value);
  };

  const onPaste = (event: ClipboardEvent): void => {
    const { clipboardData } = event;
    const files = [...clipboardData.files];
    const pasted = clipboardData.getData('text/plain');
    // Word processors put a picture of the text beside the text: there the text is meant.
    const picture = pasted !== '' && clipboardData.types.includes('text/html');
    if (files.length > 0 && !(picture && files.every((file) => file.type.startsWith('image/')))) {
      event.preventDefault();
      attachFiles(files);
    } else if (pasted.length > PASTE_LIMIT) {
      event.preventDefault();
      const part = pastedText(pasted, attachments);
      change((content) => ({ ...content, attachments: [...content.attachments, part] }));
      toast({ text: t('pastedAsFile', { name: part.name }) });
    }
  };

  const insertText = (index: number): void => {
    const part = attachments[index];
    if (part?.type !== 'file' || part.text === undefined) return;
    const inserted = part.text;
    change((content) => ({
      text: content.text === '' ? inserted : `${content.text}\n\n${inserted}`,
      attachments: content.attachments.filter((_, at) => at !== index),
    }));
    box.current?.focus();
  };

  const tokens = empty ? 0 : roughTokens(text, attachments);
  return (
    <div className={styles.composer} data-over={drop.over} {...drop.handlers}>
      {edit && <EditBanner message={edit.message} lost={original.lost} onCancel={cancelEdit} />}
      <Hints
        model={model}
        editing={edit !== null}
        queued={queued}
        hasImages={attachments.some((part) => part.type === 'image')}
      />
      <AttachmentChips
        attachments={attachments}
        pending={reading}
        onRemove={(index) =>
          change((content) => ({
            ...content,
            attachments: content.attachments.filter((_, at) => at !== index),
          }))
        }
        onInsert={insertText}
      />
      {offered.length > 0 && (
        <CommandPopup id={popupId} commands={offered} active={mark} onPick={pickCommand} />
      )}
      <textarea
        ref={box}
        className={styles.box}
        data-testid="composer"
        rows={2}
        value={text}
        readOnly={sending}
        aria-busy={sending}
        spellCheck
        aria-label={t('prompt')}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? popupId : undefined}
        aria-activedescendant={offered[mark] ? commandId(popupId, offered[mark]) : undefined}
        placeholder={selected === null ? t('placeholderNew') : t('placeholder')}
        onChange={(event) => {
          const { value } = event.target;
          setMarked(0);
          setDismissed('');
          change((content) => ({ ...content, text: value }));
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        <IconButton label={t('attach')} onClick={() => picker.current?.click()}>
          <Paperclip size={15} aria-hidden />
        </IconButton>
        <input
          ref={picker}
          className={styles.file}
          type="file"
          multiple
          tabIndex={-1}
          aria-hidden
          onChange={(event) => {
            attachFiles([...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        <ModelPicker current={model} onChoose={chooseModel} open={choosing} onOpenChange={setChoosing} />
        <span className={styles.gap} />
        {tokens > 0 && (
          <span className={styles.tokens}>
            {t('tokens', { count: tokens, shown: new Intl.NumberFormat(language()).format(tokens) })}
          </span>
        )}
        {run !== null && (
          <Button onClick={() => void viewActions.stop(run)}>
            <Square size={12} aria-hidden /> {t('stop')}
          </Button>
        )}
        <Button
          variant="primary"
          disabled={blocked || empty}
          title={sendWith === 'enter' ? t('sendEnter') : t('sendMod')}
          onClick={() => {
            void send();
            box.current?.focus();
          }}
        >
          <ArrowUp size={14} aria-hidden /> {t('send')}
        </Button>
      </div>
    </div>
  );
}

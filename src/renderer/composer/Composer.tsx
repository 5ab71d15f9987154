/** Where prompts are written. What is typed is a draft from its first letter on and survives the window. */
import { ArrowUp, Paperclip, Square, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Part } from '../../shared/model';
import type { PromptPart } from '../../shared/rpc/contract';
import { useT } from '../i18n';
import { appActions, drafts, repliesAtTip, toastError, useApp, useView, viewActions } from '../state';
import { Button, IconButton } from '../ui';
import { toPart } from './attach';
import styles from './Composer.module.css';
import { type CommandName, completions, parseLine } from './commands';

const DRAFT_MS = 200;
/** Pasted text beyond this many characters becomes an attachment. */
const LONG_PASTE = 8_000;
/** What an import takes, when dropped here too. */
const IMPORTED = /\.(zip|jsonl|json)$/i;

export function Composer() {
  const t = useT('composer');
  const view = useView((state) => state.view);
  const selected = useApp((state) => state.selected);
  const settings = useApp((state) => state.settings);
  const models = useApp((state) => state.models);
  const defaultModel = useApp((state) => state.defaultModel);
  const edit = view?.edit ?? null;
  const key = edit && view ? `${view.conversation.id}:edit:${edit.message}` : (selected ?? 'new');
  const [state, setState] = useState<{ key: string; text: string; parts: PromptPart[] }>({
    key: '',
    text: '',
    parts: [],
  });
  const [choice, setChoice] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const ready = state.key === key;
  const text = ready ? state.text : '';
  const parts = ready ? state.parts : [];

  useEffect(() => {
    let gone = false;
    drafts.loadDraft(key).then(
      (draft) => {
        if (gone) return;
        const begun = edit && !draft ? edit.parts : null;
        setState({
          key,
          text: draft?.text ?? (begun ? wordsOf(begun) : ''),
          parts:
            (draft?.parts as PromptPart[] | undefined) ??
            ((begun?.filter((part) => part.type === 'image' || part.type === 'file') ?? []) as PromptPart[]),
        });
        if (edit) box.current?.focus();
      },
      (error: unknown) => toastError(error),
    );
    return () => {
      gone = true;
    };
  }, [key, edit]);

  // Saved soon after each change, and at once when the window goes.
  useEffect(() => {
    if (state.key === '') return;
    const save = () => void drafts.saveDraft(state.key, state.text, state.parts as Part[]);
    const timer = setTimeout(save, DRAFT_MS);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 320)}px`;
  }, [text, ready]);

  const put = (change: Partial<{ text: string; parts: PromptPart[] }>) =>
    setState((now) => ({ ...now, ...change }));
  const running = view?.runs.find((run) => run.status === 'streaming' || run.status === 'tools');
  const known = models.find((model) => model.id === view?.conversation.model);
  const model = selected === null ? (choice ?? defaultModel) : (known?.id ?? defaultModel);
  const offered = useMemo(() => completions(text), [text]);
  const replies = view && !edit ? repliesAtTip(view) : 0;

  const command = async (name: CommandName, argument: string): Promise<void> => {
    const id = view?.conversation.id ?? null;
    const tip = view?.conversation.tip ?? null;
    switch (name) {
      case 'tree':
        document.querySelector<HTMLElement>('[data-testid=tree]')?.focus();
        break;
      case 'fork':
        if (tip) await viewActions.fork(tip);
        break;
      case 'export':
        if (id) appActions.openDialog({ kind: 'export', conversation: id, tip });
        break;
      case 'dump':
        await viewActions.copyBranch(null);
        break;
      case 'rename':
        if (id && argument) await appActions.rename(id, argument);
        else if (id) appActions.openDialog({ kind: 'rename', conversation: id });
        break;
      case 'model':
        if (argument) pickModel(argument);
        else document.querySelector<HTMLElement>('[data-testid=model-picker]')?.focus();
        break;
      case 'retry':
        await viewActions.retry();
        break;
      case 'help':
        appActions.openDialog({ kind: 'help' });
        break;
    }
  };

  const pickModel = (id: string): void => {
    if (selected === null) setChoice(id);
    else void appActions.setModel(selected, id);
  };

  const send = async (): Promise<void> => {
    if (!ready) return;
    const line = parseLine(text);
    if (line.kind === 'unknown') return toastError(new Error(t('unknown', { name: line.name })));
    if (line.kind === 'command') {
      put({ text: '' });
      return command(line.name, line.argument);
    }
    if (line.text.trim() === '' && parts.length === 0) return;
    const sent: PromptPart[] = [
      ...parts,
      ...(line.text.trim() === '' ? [] : [{ type: 'text' as const, text: line.text }]),
    ];
    put({ text: '', parts: [] });
    const taken = await viewActions.send(sent, model);
    if (taken) await drafts.saveDraft(key, '');
    else setState((now) => (now.key === key && now.text === '' ? { key, text, parts } : now));
  };

  const attach = (files: readonly File[]): void => {
    for (const file of files)
      toPart(file).then((part) => setState((now) => ({ ...now, parts: [...now.parts, part] })), toastError);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes drops besides its controls
    <div
      className={styles.composer}
      data-testid="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0 || files.some((file) => IMPORTED.test(file.name))) return;
        event.preventDefault();
        event.stopPropagation();
        attach(files);
      }}
    >
      {edit && view && (
        <div className={styles.banner}>
          <span>{t('editing', { text: view.tree.nodes.get(edit.message)?.preview.slice(0, 80) ?? '' })}</span>
          <Button size="s" variant="quiet" onClick={viewActions.cancelEdit}>
            {t('cancelEdit')}
          </Button>
        </div>
      )}
      {running && !edit && <div className={styles.hint}>{t('willQueue')}</div>}
      {!running && replies > 0 && <div className={styles.hint}>{t('branches', { count: replies })}</div>}
      {parts.length > 0 && (
        <ul className={styles.chips}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no id
            <li key={index}>
              {part.type === 'text' ? '' : (part.name ?? part.type)}
              <IconButton
                size="s"
                label={t('removeFile', { name: part.type === 'text' ? '' : (part.name ?? '') })}
                onClick={() => put({ parts: parts.toSpliced(index, 1) })}
              >
                <X size={12} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <ul className={styles.commands}>
          {offered.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => void command(name, '').then(() => put({ text: '' }))}>
                <strong>/{name}</strong> {t(name === 'model' ? 'modelCommand' : name)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={box}
        className={styles.box}
        rows={2}
        value={text}
        readOnly={!ready}
        spellCheck
        aria-label={t('prompt')}
        placeholder={t('placeholder')}
        onChange={(event) => put({ text: event.target.value })}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          const pasted = event.clipboardData.getData('text/plain');
          if (files.length > 0 && pasted === '') {
            event.preventDefault();
            attach(files);
          } else if (pasted.length > LONG_PASTE) {
            event.preventDefault();
            attach([new File([pasted], 'pasted.txt', { type: 'text/plain' })]);
          }
        }}
        onKeyDown={(event) => {
          // A composition's Enter chooses a word and sends nothing.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Escape' && edit) viewActions.cancelEdit();
          if (event.key === 'Tab' && offered[0] && !event.shiftKey) {
            event.preventDefault();
            put({ text: `/${offered[0]} ` });
          }
          if (event.key === 'ArrowUp' && text === '' && selected !== null) {
            void drafts.promptHistory(selected).then(([last]) => last && put({ text: last }));
          }
          if (event.key !== 'Enter' || event.shiftKey) return;
          const mod = event.ctrlKey || event.metaKey;
          if (settings.sendWith === 'enter' ? !mod : mod) {
            event.preventDefault();
            void send();
          }
        }}
      />
      <div className={styles.bar}>
        <IconButton
          label={t('attach')}
          onClick={() => {
            const input = document.createElement('input');
            input.type = 'file';
            input.multiple = true;
            input.onchange = () => attach([...(input.files ?? [])]);
            input.click();
          }}
        >
          <Paperclip size={15} aria-hidden />
        </IconButton>
        <select
          className={styles.model}
          data-testid="model-picker"
          aria-label={t('model')}
          value={model}
          onChange={(event) => pickModel(event.target.value)}
        >
          {!models.some((item) => item.id === model) && <option value={model}>{model}</option>}
          {models.map((item) => (
            <option key={item.id} value={item.id} disabled={!item.ready}>
              {item.id} {item.ready ? '' : `(${t('noKey')})`}
            </option>
          ))}
        </select>
        <span className={styles.gap} />
        {text.length > 0 && (
          <span className={styles.faint}>{t('tokens', { count: Math.ceil(text.length / 4) })}</span>
        )}
        {running && (
          <Button onClick={() => void viewActions.stop(running.id)}>
            <Square size={12} aria-hidden /> {t('stop')}
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!ready || (text.trim() === '' && parts.length === 0)}
          onClick={() => void send()}
        >
          <ArrowUp size={14} aria-hidden /> {t('send')}
        </Button>
      </div>
    </div>
  );
}

function wordsOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter(Boolean)
    .join('\n\n');
}

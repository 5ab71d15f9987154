import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useT } from '../i18n';
import { useApp } from '../state';
import { Badge, Popover } from '../ui';
import styles from './ModelPicker.module.css';
import { groupModels, isKnownModel, modelLabel } from './models';

/** The button that names the model of the next answer, and the list one chooses another from. */
export function ModelPicker({
  current,
  onChoose,
  open,
  onOpenChange,
}: {
  current: string;
  onChoose: (id: string) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useT('composer');
  const models = useApp((state) => state.models);
  const label = modelLabel(models, current);
  return (
    <Popover
      label={t('model')}
      side="top"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button
          type="button"
          className={styles.trigger}
          data-testid="model-picker"
          aria-label={t('modelIs', { name: label })}
          title={current}
        >
          <span className={styles.triggerName}>{label}</span>
          <ChevronsUpDown size={13} aria-hidden />
        </button>
      }
    >
      <ModelList
        current={current}
        onChoose={(id) => {
          onOpenChange(false);
          onChoose(id);
        }}
      />
    </Popover>
  );
}

function ModelList({ current, onChoose }: { current: string; onChoose: (id: string) => void }) {
  const t = useT('composer');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const models = useApp((state) => state.models);
  const [filter, setFilter] = useState('');
  const groups = useMemo(() => groupModels(models, filter), [models, filter]);
  const listed = useMemo(() => groups.flatMap((group) => group.models.map((model) => model.id)), [groups]);
  const typed = filter.trim();
  // Lists of providers are never complete: any other name of a known provider can be given.
  const other = typed !== '' && !models.some((model) => model.id === typed) && isKnownModel(models, typed);
  const ids = useMemo(() => (other ? [...listed, typed] : listed), [listed, other, typed]);
  const [active, setActive] = useState(() => Math.max(0, listed.indexOf(current)));
  const at = Math.min(active, ids.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another entry is the active one
  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, ids.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
    else if (event.key === 'Enter') {
      if (ids[at] !== undefined) onChoose(ids[at]);
    } else return;
    event.preventDefault();
  };

  const option = (model: string, text: string) => {
    const index = ids.indexOf(model);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys come to the field above
      <div
        key={model}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={model === current}
        data-active={index === at}
        className={styles.option}
        title={model}
        onMouseMove={() => setActive(index)}
        onClick={() => onChoose(model)}
      >
        <span className={styles.check}>{model === current && <Check size={13} aria-hidden />}</span>
        <span className={styles.name}>{text}</span>
      </div>
    );
  };

  return (
    <div className={styles.picker}>
      <input
        className={styles.filter}
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        placeholder={t('findModel')}
        aria-label={t('findModel')}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        spellCheck={false}
        autoComplete="off"
      />
      <div ref={list} id={id} role="listbox" aria-label={t('model')} className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
          <div key={`${group.provider} ${group.ready}`} role="group" aria-label={group.label}>
            <div className={styles.heading} aria-hidden>
              {group.label}
              {!group.ready && <Badge tone="warning">{t('noKey')}</Badge>}
            </div>
            {group.models.map((model) => option(model.id, model.label))}
          </div>
        ))}
        {other && option(typed, t('useModel', { name: typed }))}
      </div>
      {ids.length === 0 && <p className={styles.none}>{t('noModels')}</p>}
    </div>
  );
}

/** One turn on the canvas: who, when, two lines of what, and marks. Far away: a bar of colour without words. */
import type { Node, NodeProps } from '@xyflow/react';
import {
  Brain,
  CircleAlert,
  Code,
  Image,
  MessageSquareText,
  Paperclip,
  Scissors,
  Sparkles,
  User,
  Wrench,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { FLAG } from '../../shared/model';
import type { TurnNode as Turn } from '../../shared/tree';
import { useT } from '../i18n';
import { Spinner } from '../ui';
import { fullTime, shortTime, speaker, spokenTurn, wordsOf } from './format';
import styles from './TurnNode.module.css';
import { hasMarks, previewLines } from './turn-size';

export interface TurnData extends Record<string, unknown> {
  turn: Turn;
  onPath: boolean;
  isTip: boolean;
  focused: boolean;
  selected: boolean;
  /** It was searched for. */
  hit: boolean;
  /** 1-based place among its siblings, and how many there are. */
  sibling: number;
  siblings: number;
  level: number;
  /** Labels of the checkpoints at its end, joined. */
  checkpoint: string | null;
  run: 'running' | 'broken' | null;
  far: boolean;
}

export type TurnFlowNode = Node<TurnData, 'turn'>;

/** The id of the element that `aria-activedescendant` names. */
export const elementIdOf = (turn: string) => `turn-${turn}`;

const ROLE_ICON = { user: User, assistant: Sparkles, tool: MessageSquareText } as const;

const MARKS = [
  [FLAG.reasoning, 'markReasoning', Brain],
  [FLAG.image, 'markImage', Image],
  [FLAG.file, 'markFile', Paperclip],
  [FLAG.code, 'markCode', Code],
  [FLAG.partial, 'markPartial', Scissors],
  [FLAG.error, 'markError', CircleAlert],
] as const;

export const TurnNode = memo(function TurnNode({ data }: NodeProps<TurnFlowNode>) {
  const t = useT('tree');
  const { turn, onPath, isTip, focused, selected, hit, far } = data;
  const className = [
    styles.turn,
    styles[turn.role],
    onPath ? styles.onPath : styles.offPath,
    isTip ? styles.tip : '',
    focused ? styles.focused : '',
    selected ? styles.selected : '',
    hit ? styles.hit : '',
    far ? styles.far : '',
  ].join(' ');
  return (
    <div
      id={elementIdOf(turn.id)}
      role="treeitem"
      // The canvas itself has the keyboard focus and names the turn it is on (`aria-activedescendant`).
      tabIndex={-1}
      aria-label={spokenTurn(turn, data, t)}
      aria-level={data.level}
      aria-posinset={data.sibling}
      aria-setsize={data.siblings}
      aria-selected={selected}
      aria-current={isTip ? 'true' : undefined}
      data-turn={turn.id}
      data-role={turn.role}
      data-on-path={onPath ? 'true' : undefined}
      data-tip={isTip ? 'true' : undefined}
      data-focus={focused ? 'true' : undefined}
      className={className}
    >
      {far ? (
        <span className={styles.bars} aria-hidden>
          <span />
          <span />
        </span>
      ) : (
        <NearTurn data={data} />
      )}
    </div>
  );
});

function NearTurn({ data }: { data: TurnData }) {
  const t = useT('tree');
  const { turn } = data;
  const Icon = ROLE_ICON[turn.role];
  const unreadable = (turn.flags & FLAG.unreadable) !== 0;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.role} aria-hidden>
          <Icon size={13} />
        </span>
        <span className={styles.speaker} title={turn.model ?? undefined}>
          {speaker(turn, t)}
        </span>
        <time className={styles.time} title={fullTime(turn.createdAt)}>
          {shortTime(turn.createdAt)}
        </time>
      </div>
      <p
        className={`${styles.preview} ${previewLines(turn) === 1 ? styles.oneLine : ''} ${
          turn.preview === '' || unreadable ? styles.silent : ''
        }`}
        dir="auto"
      >
        {wordsOf(turn, t)}
      </p>
      {hasMarks(turn) && <Marks turn={turn} />}
      {data.siblings > 1 && (
        <span
          className={styles.sibling}
          title={t('siblingTitle', { n: data.sibling, count: data.siblings })}
          data-testid="sibling-count"
        >
          {data.sibling}/{data.siblings}
        </span>
      )}
      <span className={styles.chips}>
        {data.checkpoint !== null && (
          <Chip className={styles.checkpoint} title={`${t('checkpoint')}: ${data.checkpoint}`}>
            ⚑ {data.checkpoint}
          </Chip>
        )}
        {data.run === 'running' && (
          <Chip className={styles.running}>
            <Spinner label={t('answering')} size={9} /> {t('answering')}
          </Chip>
        )}
        {data.run === 'broken' && (
          <Chip className={styles.broken} title={t('brokenTitle')}>
            {t('broken')}
          </Chip>
        )}
        {data.isTip && data.run !== 'running' && (
          <Chip className={styles.tipChip} title={t('tipLong')}>
            {t('tip')}
          </Chip>
        )}
      </span>
    </>
  );
}

function Chip({ className, title, children }: { className?: string; title?: string; children: ReactNode }) {
  return (
    <span className={`${styles.chip} ${className ?? ''}`} title={title}>
      {children}
    </span>
  );
}

function Marks({ turn }: { turn: Turn }) {
  const t = useT('tree');
  return (
    <div className={styles.marks}>
      {(turn.toolCalls > 0 || (turn.flags & FLAG.toolCall) !== 0) && (
        <span className={styles.mark} title={t('markToolCalls', { count: Math.max(1, turn.toolCalls) })}>
          <Wrench size={12} aria-hidden />
          {Math.max(1, turn.toolCalls)}
        </span>
      )}
      {MARKS.map(([flag, key, Icon]) =>
        (turn.flags & flag) === 0 ? null : (
          <span
            key={key}
            className={`${styles.mark} ${flag === FLAG.error ? styles.error : flag === FLAG.partial ? styles.partial : ''}`}
            title={t(key)}
          >
            <Icon size={12} aria-hidden />
          </span>
        ),
      )}
    </div>
  );
}

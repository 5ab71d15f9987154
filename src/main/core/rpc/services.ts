/** What the router needs of runs and providers. Their own folders implement it. */
import type { Message, Part } from '../../../shared/model';
import type { SendResult } from '../../../shared/rpc/contract';
import type { QueuedPrompt, RunEvent } from '../../../shared/rpc/runs';
import type { ModelInfo, ProviderConfig, ProviderView } from '../../../shared/rpc/settings';

export interface RunService {
  send(input: {
    conversation: string | null;
    parent: string | null;
    parts: Part[];
    model?: string;
  }): Promise<SendResult>;
  answer(input: { conversation: string; parent: string; model?: string }): Promise<{ run: string }>;
  stop(run: string): Promise<{ stopped: boolean }>;
  resolve(
    run: string,
    action: 'keep' | 'retry' | 'discard',
  ): Promise<{ run: string | null; message: string | null }>;
  retry(
    conversation: string,
  ): Promise<{ outcome: 'retried' | 'nothing-to-retry' | 'nothing-loaded'; run: string | null }>;
  /** Snapshot first, then what changes, until the signal ends it. */
  watch(
    conversation: string,
    signal?: AbortSignal,
  ): AsyncIterableIterator<RunEvent> | AsyncGenerator<RunEvent, void, void>;
  editQueued(id: string, parts: Part[]): Promise<QueuedPrompt>;
  removeQueued(id: string): Promise<{ removed: boolean }>;
  /** Stops the runs that answer one of these messages (they are about to be deleted), or all of a conversation. */
  stopBeneath(conversation: string, messages: ReadonlySet<string> | null): Promise<void>;
  /** Conversations in which an answer is under way. */
  running(): string[];
  onRunningChange(listener: () => void): () => void;
  /** Stops everything; partial answers are journalled. */
  close(): Promise<void>;
}

export interface ProviderService {
  list(): ProviderView[];
  save(config: ProviderConfig): ProviderView;
  remove(id: string): boolean;
  setKey(id: string, key: string): ProviderView;
  clearKey(id: string): ProviderView;
  test(id: string): Promise<{ ok: boolean; message: string; models: string[] }>;
  models(): ModelInfo[];
  /** Id of the model that answers when none is chosen. */
  defaultModel(): string;
}

export type { Message };

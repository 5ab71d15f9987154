/** Runs under way or broken off, and prompts that wait: kept beside the transcript, surviving a crash [R4] [R6]. */
import { newId } from '../../../shared/ids';
import type { Part } from '../../../shared/model';
import type { QueuedPrompt, RunState } from '../../../shared/rpc/runs';
import type { StoreContext } from './context';
import { column, parseColumn } from './rows';

interface RunRow {
  id: string;
  conversation_id: string;
  parent_id: string;
  status: RunState['status'];
  model: string;
  parts: string;
  usage: string | null;
  error: string | null;
  started_at: number;
}

interface QueueRow {
  id: string;
  conversation_id: string;
  parts: string;
  model: string | null;
  created_at: number;
}

export class Journal {
  constructor(private readonly context: StoreContext) {}

  /** Writes the state of a run, new or known. */
  saveRun(run: RunState): void {
    this.context.write(() => {
      this.context
        .prepare(
          `INSERT INTO runs (id, conversation_id, parent_id, status, model, parts, usage, error, started_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, status = excluded.status,
             parts = excluded.parts, usage = excluded.usage, error = excluded.error, updated_at = excluded.updated_at`,
        )
        .run(
          run.id,
          run.conversationId,
          run.parentId,
          run.status,
          run.model,
          JSON.stringify(run.parts),
          column(run.usage),
          column(run.error),
          run.startedAt,
          Date.now(),
        );
    });
  }

  deleteRun(id: string): void {
    this.context.write(() => {
      this.context.prepare('DELETE FROM runs WHERE id = ?').run(id);
    });
  }

  run(id: string): RunState | null {
    const row = this.context.prepare('SELECT * FROM runs WHERE id = ?').get(id) as RunRow | undefined;
    return row ? toRun(row) : null;
  }

  /** Runs on record, of one conversation or all, oldest first. */
  runs(conversationId?: string): RunState[] {
    const rows = (
      conversationId === undefined
        ? this.context.prepare('SELECT * FROM runs ORDER BY started_at, id').all()
        : this.context
            .prepare('SELECT * FROM runs WHERE conversation_id = ? ORDER BY started_at, id')
            .all(conversationId)
    ) as RunRow[];
    return rows.map(toRun);
  }

  enqueue(conversationId: string, parts: Part[], model: string | null): QueuedPrompt {
    const prompt: QueuedPrompt = { id: newId(), conversationId, parts, model, createdAt: Date.now() };
    this.context.write(() => {
      this.context
        .prepare('INSERT INTO queue (id, conversation_id, parts, model, created_at) VALUES (?, ?, ?, ?, ?)')
        .run(prompt.id, conversationId, JSON.stringify(parts), model, prompt.createdAt);
    });
    return prompt;
  }

  queue(conversationId: string): QueuedPrompt[] {
    const rows = this.context
      .prepare('SELECT * FROM queue WHERE conversation_id = ? ORDER BY seq')
      .all(conversationId) as QueueRow[];
    return rows.map(toQueued);
  }

  queued(id: string): QueuedPrompt | null {
    const row = this.context.prepare('SELECT * FROM queue WHERE id = ?').get(id) as QueueRow | undefined;
    return row ? toQueued(row) : null;
  }

  editQueued(id: string, parts: Part[]): QueuedPrompt | null {
    return this.context.write(() => {
      this.context.prepare('UPDATE queue SET parts = ? WHERE id = ?').run(JSON.stringify(parts), id);
      return this.queued(id);
    });
  }

  removeQueued(id: string): boolean {
    return this.context.write(
      () => this.context.prepare('DELETE FROM queue WHERE id = ?').run(id).changes === 1,
    );
  }
}

function toRun(row: RunRow): RunState {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    status: row.status,
    model: row.model,
    parts: parseColumn<Part[]>(row.parts) ?? [],
    usage: parseColumn<NonNullable<RunState['usage']>>(row.usage) ?? null,
    error: parseColumn<NonNullable<RunState['error']>>(row.error) ?? null,
    startedAt: row.started_at,
  };
}

function toQueued(row: QueueRow): QueuedPrompt {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parts: parseColumn<Part[]>(row.parts) ?? [],
    model: row.model,
    createdAt: row.created_at,
  };
}

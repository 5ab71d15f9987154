/** Imports one file, or one entry of an archive: from its bytes to conversations in the store and a report. */
import { basename } from 'node:path';
import type { FileReport, ImportedConversationRow, SkippedItem } from '../../../shared/rpc/imports';
import { formatOf, formatOfKeys, refusalOf } from './detect';
import { type Entry, readEntries, type Source } from './entries';
import type { Assets, Format, ReadContext, ValueEntry } from './format';
import type { Progress } from './progress';
import type { ImportOptions } from './run';
import type { ImportedConversation } from './types';
import { isObject } from './values';

export type Sinks = Pick<ImportOptions, 'sink' | 'astwerkSink'>;

export interface SourceOptions {
  assets: Assets;
  signal: AbortSignal;
  sinks: Sinks;
  progress: Progress;
}

/** Things left out that one report names; more are counted. */
const MAX_SKIPPED = 1_000;
/** Values after which a file that no format claims is given up. */
const VALUES_TO_DETECT = 100;
/** Lines that are no JSON after which such a file is given up. */
const FAULTS_TO_DETECT = 1_000;

/** Thrown to leave off when the import is cancelled. */
class Cancelled extends Error {}

/**
 * Reads and stores everything in a source. Never throws: what goes wrong is in the report. `failed`: the source
 * could not be read to its end.
 */
export async function importSource(
  source: Source,
  options: SourceOptions,
): Promise<{ report: FileReport; failed: boolean }> {
  const job = new SourceJob(source, options);
  let failed = false;
  try {
    await job.run();
  } catch (error) {
    failed = !(error instanceof Cancelled);
    if (failed) job.fail(error);
  }
  return { report: job.report(), failed };
}

class SourceJob {
  private format: Format | null = null;
  private readonly rows: ImportedConversationRow[] = [];
  private readonly skipped: SkippedItem[] = [];
  private skippedMore = 0;
  private error: string | undefined;
  /** What was read before the format was known. */
  private waiting: ValueEntry[] = [];
  private waitingFaults: SkippedItem[] = [];
  private readonly records: ValueEntry[] = [];
  private readonly context: ReadContext;
  private anything = false;

  constructor(
    private readonly source: Source,
    private readonly options: SourceOptions,
  ) {
    this.context = {
      stem: basename(source.name).replace(/\.(?:jsonl?|txt)$/i, '') || source.name,
      assets: options.assets,
      note: (item) => this.skip(item),
    };
  }

  async run(): Promise<void> {
    const counted: Source = { ...this.source, open: () => this.counted() };
    for await (const entry of readEntries(counted)) {
      this.check();
      this.anything = true;
      if (!(await this.take(entry))) break;
    }
    if (this.format === null) {
      this.settleUnknown();
      return;
    }
    if (this.format.kind !== 'records') return;
    for (const conversation of this.format.read(this.records, this.context)) {
      this.store(conversation, this.format);
      await this.breathe();
    }
  }

  /** Bytes of the source, counted; between two chunks the import can be cancelled. */
  private async *counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.source.open()) {
      this.check();
      this.options.progress.bytes(chunk.length);
      yield chunk;
    }
  }

  private check(): void {
    if (this.options.signal.aborted) throw new Cancelled();
  }

  /** Lets messages in, the one that cancels among them. */
  private async breathe(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.check();
  }

  /** Takes one entry. False: nothing more is to be read. */
  private async take(entry: Entry): Promise<boolean> {
    if (entry.type === 'fault') {
      if (this.format === null) {
        this.format = formatOfKeys(entry.keys);
        if (this.format !== null) await this.flush();
      }
      const item = { ...entry.place, reason: entry.reason };
      if (this.format === null) this.waitingFaults.push(item);
      else this.skip(item);
      return this.waitingFaults.length < FAULTS_TO_DETECT;
    }
    if (this.format !== null) {
      await this.read(entry, this.format);
      return true;
    }
    const refusal = refusalOf(entry.value);
    if (refusal !== null) {
      this.error = refusal;
      return false;
    }
    this.format = formatOf(entry.value);
    this.waiting.push(entry);
    if (this.format !== null) await this.flush();
    return this.format !== null || this.waiting.length < VALUES_TO_DETECT;
  }

  private async flush(): Promise<void> {
    const { waiting, waitingFaults } = this;
    this.waiting = [];
    this.waitingFaults = [];
    for (const item of waitingFaults) this.skip(item);
    for (const entry of waiting) await this.read(entry, this.format!);
  }

  private async read(entry: ValueEntry, format: Format): Promise<void> {
    if (entry.mended) this.skip({ ...entry.place, reason: entry.mended });
    if (format.kind === 'records') {
      this.records.push(entry);
      return;
    }
    try {
      if (format.kind === 'elements') {
        const conversation = await format.read(entry, this.context);
        if (conversation) this.store(conversation, format);
      } else if (isObject(entry.value) && format.detect(entry.value)) {
        const document = format.read(entry);
        this.add(this.options.sinks.astwerkSink(document, { file: this.source.name, format: format.name }));
      } else this.skip({ ...entry.place, reason: 'This is no Astwerk document; it was left out.' });
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      this.skip({ ...entry.place, reason: `This entry could not be imported: ${messageOf(error)}` });
    }
    await this.breathe();
  }

  private store(conversation: ImportedConversation, format: Format): void {
    for (const item of conversation.skipped) this.skip(item);
    try {
      this.add(this.options.sinks.sink(conversation, { file: this.source.name, format: format.name }));
    } catch (error) {
      const name = conversation.title ?? conversation.sourceId;
      const reason = `The conversation “${name.slice(0, 120)}” could not be stored: ${messageOf(error)}`;
      this.skip({ line: null, at: conversation.sourceId.slice(0, 200), reason });
    }
  }

  private add(row: ImportedConversationRow): void {
    this.rows.push(row);
    this.options.progress.conversation(row.messages);
  }

  private skip(item: SkippedItem): void {
    if (this.skipped.length < MAX_SKIPPED) this.skipped.push(item);
    else this.skippedMore++;
  }

  private settleUnknown(): void {
    if (this.error !== undefined) return;
    if (!this.anything) this.error = 'The file is empty.';
    else if (this.waiting.length === 0) {
      this.error = 'The file is no JSON. Astwerk reads exports in JSON, JSONL and ZIP.';
    } else this.error = 'The file is JSON, but no conversations in a form that Astwerk can read.';
  }

  fail(error: unknown): void {
    const message = messageOf(error);
    this.error = /[.!?]$/.test(message) ? message : `The file could not be read to its end: ${message}.`;
  }

  report(): FileReport {
    const skipped = [...this.skipped];
    if (this.skippedMore > 0) {
      skipped.push({ line: null, at: 'the file', reason: `… and ${this.skippedMore} more.` });
    }
    return {
      file: this.source.name,
      format: this.format?.name ?? null,
      conversations: this.rows,
      skipped,
      ...(this.error === undefined ? {} : { error: this.error }),
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

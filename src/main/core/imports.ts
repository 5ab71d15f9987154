/** Imports under way: each in a worker of its own, so that the main thread stays free. */
import { mkdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { newId } from '../../shared/ids';
import type { AppEvent } from '../../shared/rpc/contract';
import type { FileReport, ImportEvent } from '../../shared/rpc/imports';
import { Channel } from './channel';
import { importPaths } from './import/run';
import { type Store, StoreError } from './store';

interface Job {
  id: string;
  channel: Channel<ImportEvent>;
  reports: FileReport[];
  last: ImportEvent | null;
  done: Extract<ImportEvent, { type: 'done' }> | null;
  cancel: () => void;
}

/** What the worker says: events of the import, and each conversation that was written. */
type WorkerMessage =
  | ImportEvent
  | { type: 'merged'; conversationId: string }
  | { type: 'failed'; message: string };

/** Reports of finished imports that can still be asked for. */
const JOBS_KEPT = 20;

export class Imports {
  private readonly jobs = new Map<string, Job>();
  private readonly uploads = new Map<string, string>();
  private readonly uploadDirectory: string;

  constructor(
    private readonly store: Store,
    private readonly dataDirectory: string,
    private readonly events: Channel<AppEvent>,
    /** File of the built worker; without it the import runs on this thread (tests, scripts). */
    private readonly worker: string | undefined,
  ) {
    this.uploadDirectory = join(dataDirectory, 'uploads');
  }

  /** Takes a dropped file; its name is kept, its place is ours. */
  async receive(stream: AsyncIterable<Uint8Array>, name: string): Promise<{ upload: string }> {
    const upload = newId();
    // The name is shown in reports and never used as a path: only its last part, in a folder of its own.
    const safe =
      basename(name.replaceAll('\\', '/'))
        .replace(/[\u0000-\u001f]/g, '')
        .slice(-200) || 'file';
    const folder = join(this.uploadDirectory, upload);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, safe === '.' || safe === '..' ? 'file' : safe);
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of stream) await handle.write(chunk);
      } finally {
        await handle.close();
      }
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    this.uploads.set(upload, path);
    return { upload };
  }

  start(paths: readonly string[], uploads: readonly string[]): { importId: string } {
    if (this.store.context.readOnly) {
      throw new StoreError(
        'READ_ONLY',
        'Another Astwerk has these data open, so nothing can be imported here.',
      );
    }
    const files = [...paths];
    for (const upload of uploads) {
      const path = this.uploads.get(upload);
      if (path === undefined)
        throw new StoreError('NOT_FOUND', 'A dropped file did not arrive whole. Drop it again.');
      files.push(path);
    }
    if (files.length === 0) throw new StoreError('BAD_REQUEST', 'There is no file to import.');
    const id = newId();
    const job: Job = { id, channel: new Channel(), reports: [], last: null, done: null, cancel: () => {} };
    this.jobs.set(id, job);
    for (const old of this.jobs.values()) {
      if (this.jobs.size <= JOBS_KEPT) break;
      if (old.done) this.jobs.delete(old.id);
    }
    const finished =
      this.worker === undefined ? this.runHere(job, files) : this.runInWorker(job, files, this.worker);
    void finished.finally(() => {
      for (const upload of uploads) {
        this.uploads.delete(upload);
        rmSync(join(this.uploadDirectory, upload), { recursive: true, force: true });
      }
    });
    return { importId: id };
  }

  cancel(id: string): boolean {
    const job = this.jobs.get(id);
    if (!job || job.done) return false;
    job.cancel();
    return true;
  }

  /** What has happened so far in short, then what happens, to the end. */
  async *watch(id: string, signal?: AbortSignal): AsyncGenerator<ImportEvent, void, void> {
    const job = this.jobs.get(id);
    if (!job) throw new StoreError('NOT_FOUND', 'This import is not known any more.');
    const live = job.channel.subscribe(signal);
    for (const report of [...job.reports]) yield { type: 'file', report };
    if (job.done) {
      yield job.done;
      await live.return();
      return;
    }
    if (job.last) yield job.last;
    for await (const event of live) {
      yield event;
      if (event.type === 'done') return;
    }
  }

  /** Ends all imports; what was imported stays. */
  async close(): Promise<void> {
    const open = [...this.jobs.values()].filter((job) => !job.done);
    for (const job of open) job.cancel();
    const limit = Date.now() + 5_000;
    while (open.some((job) => !job.done) && Date.now() < limit)
      await new Promise((resolve) => setTimeout(resolve, 20));
    rmSync(this.uploadDirectory, { recursive: true, force: true });
  }

  private hear(job: Job, event: ImportEvent): void {
    if (job.done) return;
    if (event.type === 'file') job.reports.push(event.report);
    if (event.type === 'progress') job.last = event;
    if (event.type === 'done') job.done = event;
    job.channel.publish(event);
    this.events.publish({ type: 'import', importId: job.id, event });
  }

  private async runHere(job: Job, files: readonly string[]): Promise<void> {
    const controller = new AbortController();
    job.cancel = () => controller.abort();
    // The caller gets the id before anything happens, as with a worker.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await importPaths({
        paths: files,
        signal: controller.signal,
        onEvent: (event) => this.hear(job, event),
        sink: (conversation, provenance) => this.store.mergeImported(conversation, provenance),
        astwerkSink: (document, provenance) => this.store.importAstwerk(document, provenance),
      });
    } catch (error) {
      this.fail(job, error instanceof Error ? error.message : String(error));
    }
    if (!job.done) this.fail(job, 'The import ended before its time.');
  }

  private runInWorker(job: Job, files: readonly string[], worker: string): Promise<void> {
    return new Promise((resolve) => {
      const thread = new Worker(worker, { workerData: { dataDirectory: this.dataDirectory, paths: files } });
      job.cancel = () => thread.postMessage({ type: 'cancel' });
      thread.on('message', (message: WorkerMessage) => {
        if (message.type === 'merged') this.merged(message.conversationId);
        else if (message.type === 'failed') this.fail(job, message.message);
        else this.hear(job, message);
      });
      thread.on('error', (error) => this.fail(job, error instanceof Error ? error.message : String(error)));
      thread.on('exit', () => {
        this.fail(job, 'The import ended before its time.');
        resolve();
      });
    });
  }

  /** A worker wrote a conversation through its own connection: ours must look again. */
  private merged(conversationId: string): void {
    const { context } = this.store;
    context.forgetTree(conversationId);
    context.announceConversation(conversationId);
    context.announce({ type: 'tree-changed', conversationId });
  }

  private fail(job: Job, message: string): void {
    if (job.done) return;
    this.hear(job, {
      type: 'file',
      report: { file: '', format: null, conversations: [], skipped: [], error: message },
    });
    this.hear(job, { type: 'done', reports: job.reports, cancelled: false });
  }
}

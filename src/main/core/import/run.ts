/** Runs an import: walks what was given, tells each file's format, hands conversations to the store, reports. */
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AstwerkDocument } from '../../../shared/export/document';
import type { FileReport, ImportEvent, ImportedConversationRow } from '../../../shared/rpc/imports';
import { folderAssets } from './assets';
import type { Source } from './entries';
import type { Assets } from './format';
import { Progress } from './progress';
import { importSource, type Sinks } from './source';
import type { ImportedConversation } from './types';
import { Archive, ZIP_LIMITS, type ZipLimits } from './zip';

export interface ImportOptions {
  /** Files, archives and folders. */
  paths: readonly string[];
  signal: AbortSignal;
  onEvent: (event: ImportEvent) => void;
  /** Writes one conversation, whole or not at all. */
  sink: (
    conversation: ImportedConversation,
    provenance: { file: string; format: string },
  ) => ImportedConversationRow;
  /** Writes one document of our own. */
  astwerkSink: (
    document: AstwerkDocument,
    provenance: { file: string; format: string },
  ) => ImportedConversationRow;
  zipLimits?: ZipLimits;
}

/** A file to import, under the name that reports give it. */
interface Target {
  path: string;
  name: string;
  /** Named by the user, not found in a folder. */
  named: boolean;
  error?: string;
}

const READ_BY_NAME = /\.(?:json|jsonl|zip)$/i;
/** Folders within folders that are walked. */
const MAX_FOLDER_DEPTH = 40;

/**
 * Imports everything that is given. Ends with a `done` event also when it was cancelled; what was imported by
 * then stays. Nothing in a file makes it throw: what cannot be read is said in the report of that file.
 */
export async function importPaths(options: ImportOptions): Promise<void> {
  const { signal, onEvent } = options;
  const reports: FileReport[] = [];
  const report = (file: FileReport): void => {
    reports.push(file);
    onEvent({ type: 'file', report: file });
  };
  const targets: Target[] = [];
  for (const path of options.paths) targets.push(...(await targetsOf(path, signal)));
  const progress = new Progress(targets.length, onEvent);
  const sinks: Sinks = { sink: options.sink, astwerkSink: options.astwerkSink };
  for (const [index, target] of targets.entries()) {
    if (signal.aborted) break;
    if (target.error !== undefined) {
      report(failure(target.name, target.error));
      continue;
    }
    try {
      await importTarget(target, index, options, sinks, progress, report);
    } catch (error) {
      report(failure(target.name, sentenceFor(error)));
    }
  }
  progress.finish();
  onEvent({ type: 'done', reports, cancelled: signal.aborted });
}

function failure(file: string, error: string): FileReport {
  return { file, format: null, conversations: [], skipped: [], error };
}

function sentenceFor(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOENT') return 'The file is not there any more.';
  if (code === 'EACCES' || code === 'EPERM') return 'The file may not be read: permission was denied.';
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `The file could not be read: ${message}.`;
}

async function targetsOf(path: string, signal: AbortSignal): Promise<Target[]> {
  const name = basename(path);
  try {
    const info = await stat(path);
    if (info.isFile()) return [{ path, name, named: true }];
    if (!info.isDirectory())
      return [{ path, name, named: true, error: 'This is neither a file nor a folder.' }];
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return [
      { path, name, named: true, error: missing ? 'There is no such file or folder.' : sentenceFor(error) },
    ];
  }
  const found: string[] = [];
  const folders = [{ path, depth: 0 }];
  for (let at = folders.pop(); at !== undefined && !signal.aborted; at = folders.pop()) {
    const entries = await readdir(at.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inside = join(at.path, entry.name);
      // Links are not followed: they may lead in circles, and out of the folder that was given.
      if (entry.isDirectory() && at.depth < MAX_FOLDER_DEPTH)
        folders.push({ path: inside, depth: at.depth + 1 });
      else if (entry.isFile() && READ_BY_NAME.test(entry.name)) found.push(inside);
    }
  }
  if (found.length === 0) {
    return [{ path, name, named: true, error: 'The folder holds no .json, .jsonl or .zip file.' }];
  }
  const from = dirname(path).length;
  return found
    .sort()
    .map((file) => ({ path: file, name: file.slice(from).replace(/^[/\\]+/, ''), named: false }));
}

async function importTarget(
  target: Target,
  index: number,
  options: ImportOptions,
  sinks: Sinks,
  progress: Progress,
  report: (file: FileReport) => void,
): Promise<void> {
  const { size } = await stat(target.path);
  progress.begin(target.name, index, size);
  if (size === 0) {
    report(failure(target.name, 'The file is empty.'));
  } else if (await isZip(target.path)) {
    await importArchive(target, options, sinks, progress, report);
  } else {
    const source: Source = { name: target.name, size, open: () => createReadStream(target.path) };
    const assets = folderAssets(dirname(target.path));
    report((await importSource(source, { assets, signal: options.signal, sinks, progress })).report);
  }
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return (
      bytesRead === 4 && (buffer.readUInt32BE(0) === 0x504b0304 || buffer.readUInt32BE(0) === 0x504b0506)
    );
  } finally {
    await handle.close();
  }
}

async function importArchive(
  target: Target,
  options: ImportOptions,
  sinks: Sinks,
  progress: Progress,
  report: (file: FileReport) => void,
): Promise<void> {
  const limits = options.zipLimits ?? ZIP_LIMITS;
  const outer = await Archive.open(target.path, limits);
  let folder: string | null = null;
  try {
    let reported = 0;
    const refused: FileReport['skipped'] = [];
    const read = async (archive: Archive, prefix: string, depth: number): Promise<void> => {
      const entries = archive.entries.filter((entry) => READ_BY_NAME.test(entry.fileName));
      entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
      progress.enlarge(entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0));
      for (const entry of entries) {
        if (options.signal.aborted) return;
        const name = `${prefix}/${entry.fileName}`;
        const refusal = archive.refusalOf(entry);
        if (refusal !== null) {
          refused.push({ line: null, at: entry.fileName, reason: refusal });
        } else if (/\.zip$/i.test(entry.fileName)) {
          if (depth > 0) {
            const reason = 'An archive within an archive within an archive is not opened.';
            refused.push({ line: null, at: entry.fileName, reason });
            continue;
          }
          folder ??= await mkdtemp(join(tmpdir(), 'astwerk-import-'));
          const path = join(folder, `${reported}-${archive.entries.indexOf(entry)}.zip`);
          const inner = await archive.inner(entry, path);
          try {
            await read(inner, name, depth + 1);
          } finally {
            inner.close();
            await rm(path, { force: true });
          }
        } else {
          const assets: Assets = archive === outer ? outer : either(archive, outer);
          const made = await importSource(archive.source(entry, name), {
            assets,
            signal: options.signal,
            sinks,
            progress,
          });
          // An export holds files about other things, too; those are no news.
          if (made.report.format !== null) {
            reported++;
            report(made.report);
          } else if (made.failed) {
            refused.push({
              line: null,
              at: entry.fileName,
              reason: made.report.error ?? 'It could not be read.',
            });
          }
        }
      }
    };
    await read(outer, target.name, 0);
    if (reported === 0 && !options.signal.aborted) {
      report({
        ...failure(target.name, 'The archive holds no conversations that Astwerk can read.'),
        skipped: refused,
      });
    } else if (refused.length > 0) {
      report({ file: target.name, format: null, conversations: [], skipped: refused });
    }
  } finally {
    outer.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

function either(first: Assets, second: Assets): Assets {
  return { find: async (id) => (await first.find(id)) ?? (await second.find(id)) };
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../../shared/rpc/imports';
import { openStore } from '../store';
import expected from './corpus.expected.json';
import { importPaths } from './run';
import { importAll, problemsOf, shape } from './testing';

/** Sample files of other programs, beside the repository; see their README. Not every checkout has them. */
const corpus = resolve(import.meta.dirname, '../../../../../shared/corpus');
const present = existsSync(corpus);
const files = Object.keys(expected) as (keyof typeof expected)[];

describe.skipIf(!present)('the sample files', () => {
  // Numbers were counted by another program than this one: `messages/branches/tip` of each conversation.
  it.each(files)('[I2] %s gives its conversations, messages, branches and tips', async (file) => {
    const { conversations, reports } = await importAll([join(corpus, file)]);
    expect(conversations.map(shape)).toEqual(expected[file]);
    expect(conversations.flatMap(problemsOf)).toEqual([]);
    const [report] = reports;
    if (conversations.length > 0) {
      expect(report?.format).toBe(file.replace(/^synthetic\//, '').split(/__|\//, 1)[0]);
    } else expect(report?.error ?? report?.skipped[0]?.reason).toBeTruthy();
  });

  it('[I6] importing each of them again changes nothing', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'astwerk-import-'));
    const store = await openStore({ dataDirectory: directory });
    const changes = (): number =>
      (store.context.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
    const run = async (file: string): Promise<FileReport[]> => {
      const reports: FileReport[] = [];
      await importPaths({
        paths: [join(corpus, file)],
        signal: new AbortController().signal,
        onEvent: (event) => event.type === 'file' && reports.push(event.report),
        sink: (conversation, provenance) => store.mergeImported(conversation, provenance),
        astwerkSink: (document, provenance) => store.importAstwerk(document, provenance),
      });
      return reports;
    };
    try {
      for (const file of files) {
        const [first] = await run(file);
        expect(first?.skipped.filter(({ reason }) => /could not be/.test(reason))).toEqual([]);
        const before = changes();
        const [second] = await run(file);
        expect([file, changes()]).toEqual([file, before]);
        expect(second?.conversations.every((row) => row.status === 'unchanged' && row.added === 0)).toBe(
          true,
        );
      }
    } finally {
      store.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

it.runIf(!present)('the sample files are not here, so nothing was tested on them', () => {
  expect(files.length).toBeGreaterThan(100);
});

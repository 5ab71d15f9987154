import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../store';

const root = resolve(import.meta.dirname, '../../../..');
let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'astwerk-worker-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { ssr: resolve(import.meta.dirname, 'worker.ts'), outDir: join(folder, 'out'), emptyOutDir: true },
  });
  store = await openStore({ dataDirectory: join(folder, 'data') });
});

afterAll(() => {
  store?.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(
  dataDirectory: string,
  paths: string[],
  onMessage?: (worker: Worker) => void,
): Promise<Record<string, unknown>[]> {
  return new Promise((settle, fail) => {
    const messages: Record<string, unknown>[] = [];
    const worker = new Worker(join(folder, 'out/worker.js'), { workerData: { dataDirectory, paths } });
    worker.on('message', (message: Record<string, unknown>) => {
      messages.push(message);
      onMessage?.(worker);
    });
    worker.on('error', fail);
    worker.on('exit', () => settle(messages));
  });
}

function session(id: string): string {
  return JSON.stringify({ type: 'user', uuid: 'u', sessionId: id, message: { content: `Hi ${id}` } });
}

it('imports in a thread through a connection of its own, tells of each conversation, and ends', async () => {
  const path = join(folder, 's.jsonl');
  writeFileSync(path, session('one'));
  const messages = await run(join(folder, 'data'), [path]);
  const merged = messages.find((message) => message.type === 'merged');
  expect(store.list().map(({ id, title }) => [id, title])).toEqual([[merged?.conversationId, 'Hi one']]);
  expect(messages.at(-1)).toMatchObject({ type: 'done', cancelled: false });
  const again = await run(join(folder, 'data'), [path]);
  expect(again.some((message) => message.type === 'merged')).toBe(false);
});

it('stops when it is told to', async () => {
  const paths = Array.from({ length: 300 }, (_, n) => {
    const path = join(folder, `c${n}.jsonl`);
    writeFileSync(path, session(`c${n}`));
    return path;
  });
  const messages = await run(join(folder, 'data'), paths, (worker) => worker.postMessage({ type: 'cancel' }));
  expect(messages.at(-1)).toMatchObject({ type: 'done', cancelled: true });
  expect(store.list().length).toBeLessThan(300);
});

it('says so when there is no database', async () => {
  const messages = await run(join(folder, 'nowhere'), []);
  expect(messages).toMatchObject([
    { type: 'failed', message: expect.stringContaining('no Astwerk database') },
  ]);
});

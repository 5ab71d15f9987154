import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store';
import { importPaths } from './run';
import { importAll, importContent } from './testing';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'astwerk-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function conversation(id: string, parts: unknown[] = ['Hi'], metadata: unknown = {}) {
  const content = { content_type: 'multimodal_text', parts };
  const message = { author: { role: 'user' }, content, metadata };
  return { id, title: id, create_time: 1_700_000_000, mapping: { u: { id: 'u', parent: null, message } } };
}

const claude = JSON.stringify([
  { uuid: 'k', chat_messages: [{ uuid: 'm', sender: 'human', text: 'Hi', content: [] }] },
]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgAAACAAAB4iG8MwAAAABJRU5ErkJggg==',
  'base64',
);

function put(name: string, content: string | Uint8Array): string {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('what is given', () => {
  it('[I1] tells formats by content, whatever a file is called', async () => {
    const { reports } = await importAll([
      put('chat.txt', JSON.stringify([conversation('c')])),
      put('conversations.json', claude),
      put('a', '{"type":"user","uuid":"u","message":{"content":"Hi"}}'),
      put('b', '{"type":"session","id":"S"}\n{"type":"message","message":{"role":"user","content":"Hi"}}'),
    ]);
    expect(reports.map((report) => [report.format, report.conversations.length])).toEqual([
      ['chatgpt', 1],
      ['claude-ai', 1],
      ['claude-code', 1],
      ['pi', 1],
    ]);
  });

  it('[I1] says in a sentence what it cannot read', async () => {
    const error = async (content: string): Promise<string | undefined> =>
      (await importContent(content)).reports[0]?.error;
    expect(await error('')).toBe('The file is empty.');
    expect(await error('\n')).toBe('The file is empty.');
    expect(await error('{"users":[]}')).toMatch(/^The file is JSON, but no conversations/);
    expect(await error('hello\nworld')).toMatch(/^The file is no JSON/);
    expect(await error('{"prompt_template":"","docs":[]}')).toMatch(/projects/);
    expect(await error('[{"prompt_template":"","docs":[]}]')).toMatch(/projects/);
    const { reports } = await importAll([join(folder, 'nowhere.json')]);
    expect(reports).toEqual([
      {
        file: 'nowhere.json',
        format: null,
        conversations: [],
        skipped: [],
        error: 'There is no such file or folder.',
      },
    ]);
  });

  it('walks folders in order, and leaves other files and links alone', async () => {
    put('in/b.json', claude);
    put('in/a/deep.jsonl', '{"type":"user","uuid":"u","message":{"content":"Hi"}}');
    put('in/notes.md', '# Hi');
    put('in/odd.json', '{"a":1}');
    symlinkSync(folder, join(folder, 'in/loop'));
    const { reports } = await importAll([join(folder, 'in')]);
    expect(reports.map((report) => report.file)).toEqual(['in/a/deep.jsonl', 'in/b.json', 'in/odd.json']);
    expect(reports[2]?.error).toBeTruthy();
    mkdirSync(join(folder, 'empty'));
    expect((await importAll([join(folder, 'empty')])).reports[0]?.error).toMatch(/holds no/);
  });

  it('[I5] goes on when one conversation cannot be stored', async () => {
    const path = put('x.json', JSON.stringify(['a', 'b', 'c'].map((id) => conversation(id))));
    const stored: string[] = [];
    const { reports } = await importAll([path], {
      sink: ({ sourceId }) => {
        if (sourceId === 'b') throw new Error('The disk is full.');
        stored.push(sourceId);
        return { id: sourceId, title: '', messages: 1, branches: 1, added: 1, status: 'created' };
      },
    });
    expect(stored).toEqual(['a', 'c']);
    expect(reports[0]?.skipped).toEqual([
      { line: null, at: 'b', reason: 'The conversation “b” could not be stored: The disk is full.' },
    ]);
  });

  it('stops when it is cancelled, and keeps what was imported', async () => {
    const path = put('x.json', JSON.stringify(['a', 'b', 'c'].map((id) => conversation(id))));
    const controller = new AbortController();
    const outcome = await importAll([path, path], {
      signal: controller.signal,
      sink: ({ sourceId }) => {
        controller.abort();
        return { id: sourceId, title: '', messages: 1, branches: 1, added: 1, status: 'created' };
      },
    });
    expect(outcome.reports.map((report) => report.conversations.length)).toEqual([1]);
    expect(outcome.events.at(-1)).toMatchObject({ type: 'done', cancelled: true });
  });

  it('[I4] names at most a thousand faults and counts the rest', async () => {
    const lines = Array.from({ length: 1500 }, () => 'x').join('\n');
    const { reports } = await importContent(
      `{"type":"user","uuid":"u","message":{"content":"Hi"}}\n${lines}`,
    );
    expect(reports[0]?.skipped).toHaveLength(1001);
    expect(reports[0]?.skipped.at(-1)?.reason).toBe('… and 500 more.');
    expect(reports[0]?.conversations).toHaveLength(1);
  });

  it('tells of its progress, but not too often', async () => {
    const path = put('x.json', JSON.stringify(Array.from({ length: 3000 }, (_, n) => conversation(`c${n}`))));
    const { events } = await importAll([path]);
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.length).toBeLessThan(200);
    expect(progress.at(-1)).toMatchObject({
      file: 'x.json',
      fileIndex: 0,
      files: 1,
      conversations: 3000,
      messages: 3000,
    });
    expect(progress.at(-1)?.read).toBe(progress.at(-1)?.size);
  });
});

describe('archives', () => {
  it('reads parts of an export, images by what their names begin with, and an archive within', async () => {
    const shown = conversation('c', [
      { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-AbC' },
      { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_0001' },
      { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_00' },
    ]);
    const inner = zipSync({ 'conversations.json': bytes(claude) });
    const path = put(
      'export.zip',
      zipSync({
        'conversations-000.json': bytes(JSON.stringify([shown])),
        'conversations-001.json': bytes(JSON.stringify([conversation('d')])),
        'user.json': bytes('{"id":"x"}'),
        'chat.html': bytes('<html>'),
        'file-AbC-photo.png': png,
        'sub/file_0001.dat': png,
        'more.zip': inner,
      }),
    );
    const { conversations, reports } = await importAll([path]);
    expect(reports.map((report) => [report.file, report.format])).toEqual([
      ['export.zip/conversations-000.json', 'chatgpt'],
      ['export.zip/conversations-001.json', 'chatgpt'],
      ['export.zip/more.zip/conversations.json', 'claude-ai'],
    ]);
    const parts = (conversations[0]?.messages[0]?.parts ?? []).map(
      (part) => part.type === 'image' && part.blob,
    );
    expect(parts).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), parts[0], null]);
    expect([...conversations[0]!.blobs.values()].map((blob) => blob.mediaType)).toEqual(['image/png']);
    expect(conversations[0]?.blobs.size).toBe(1);
  });

  it('finds images that lie beside an unpacked export', async () => {
    const shown = conversation(
      'c',
      [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_0001' }],
      {
        attachments: [{ id: 'file-xyz', name: 'notes.txt', mime_type: 'text/plain', size: 3 }],
      },
    );
    put('e/images/file_0001-sanitized.png', png);
    const { conversations } = await importAll([put('e/conversations.json', JSON.stringify([shown]))]);
    expect(conversations[0]?.blobs.size).toBe(1);
    expect(conversations[0]?.messages[0]?.parts[1]).toEqual({
      type: 'file',
      blob: null,
      mediaType: 'text/plain',
      name: 'notes.txt',
      size: 3,
      origin: 'file-xyz',
    });
  });

  it('does not unpack a bomb, and says what is no archive', async () => {
    const bomb = zipSync({
      'bomb.json': new Uint8Array(20 * 1024 * 1024),
      'conversations.json': bytes(claude),
    });
    const { reports } = await importAll([put('bomb.zip', bomb)]);
    expect(reports.map((report) => report.format)).toEqual(['claude-ai', null]);
    expect(reports[1]?.skipped[0]?.reason).toMatch(/suspicious/);
    const limits = { entryBytes: 50, totalBytes: 100, ratio: 200, ratioFrom: 1e9, entries: 10 };
    const big = put('big.zip', zipSync({ 'a.json': bytes(claude), 'b.json': bytes('[]') }, { level: 0 }));
    const small = await importAll([big], { zipLimits: limits });
    expect(small.reports[0]?.error).toMatch(/holds no conversations/);
    expect(small.reports[0]?.skipped[0]).toMatchObject({ at: 'a.json' });
    const total = await importAll([big], { zipLimits: { ...limits, entryBytes: 1e9, totalBytes: 20 } });
    expect(total.reports[0]?.skipped[0]?.reason).toMatch(/more than can be sensible/);
    const torn = zipSync({ 'a.json': bytes(claude) }).subarray(0, 60);
    expect((await importAll([put('torn.zip', torn)])).reports[0]?.error).toMatch(/cannot be read/);
    const other = await importAll([put('other.zip', zipSync({ 'a.txt': bytes('x') }))]);
    expect(other.reports[0]?.error).toMatch(/holds no conversations/);
  });
});

describe('with the store', () => {
  it('[I6] a grown file adds only what is new; our own JSON comes back whole', async () => {
    const store = await openStore({ dataDirectory: join(folder, 'data') });
    try {
      const run = async (path: string) => {
        const { reports } = await importAll([path], {
          sink: (item, provenance) => store.mergeImported(item, provenance),
          astwerkSink: (document, provenance) => store.importAstwerk(document, provenance),
        });
        expect(reports.flatMap((report) => report.skipped)).toEqual([]);
        return reports[0]!.conversations[0]!;
      };
      const line = (uuid: string, parentUuid: string | null, type: string, content: unknown): string =>
        JSON.stringify({ type, uuid, parentUuid, sessionId: 's', message: { id: uuid, content } });
      const call = [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }];
      const first = [line('u', null, 'user', 'Hi'), line('a', 'u', 'assistant', call)];
      const path = put('s.jsonl', first.join('\n'));
      expect(await run(path)).toMatchObject({ status: 'created', added: 2 });
      const result = [{ type: 'tool_result', tool_use_id: 't', content: 'out' }];
      put(
        's.jsonl',
        [...first, line('r', 'a', 'user', result), line('b', 'r', 'assistant', 'done')].join('\n'),
      );
      const row = await run(path);
      expect(row).toMatchObject({ status: 'updated', added: 2, messages: 4, branches: 1 });
      expect(await run(path)).toMatchObject({ status: 'unchanged', added: 0 });

      const document = store.toDocument(row.id);
      const other = await openStore({ dataDirectory: join(folder, 'other') });
      const file = put('c.astwerk.json', JSON.stringify(document, null, 1));
      const { reports } = await importAll(
        [file, put('bad.json', '{"format":"astwerk","conversation":{},"version":1}')],
        {
          astwerkSink: (item, provenance) => other.importAstwerk(item, provenance),
        },
      );
      expect(other.toDocument(row.id)).toEqual(document);
      expect(reports[1]?.skipped[0]?.reason).toMatch(/not a sound Astwerk export/);
      other.close();
    } finally {
      store.close();
    }
  });

  it('[I4] a conversation nested too deeply to be stored is left out with a reason', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const text = JSON.stringify([conversation('a', [{ x: 'DEEP' }]), conversation('b')]).replace(
      '"DEEP"',
      deep,
    );
    const store = await openStore({ dataDirectory: join(folder, 'data') });
    const events: string[] = [];
    await importPaths({
      paths: [put('deep.json', text)],
      signal: new AbortController().signal,
      onEvent: (event) =>
        event.type === 'file' && events.push(...event.report.skipped.map((item) => item.reason)),
      sink: (item, provenance) => store.mergeImported(item, provenance),
      astwerkSink: (document, provenance) => store.importAstwerk(document, provenance),
    });
    expect(events).toHaveLength(1);
    expect(store.list().map((item) => item.title)).toEqual(['b']);
    store.close();
  });
});

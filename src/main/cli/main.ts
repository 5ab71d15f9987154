/** The command line: the same router as the window's, without one. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { Command, CommanderError } from 'commander';
import type { Contract, ExportFile } from '../../shared/rpc/contract';
import type { FileReport } from '../../shared/rpc/imports';
import { plainText, searchText } from '../../shared/tree';
import { type Core, openCore } from '../core/core';
import { startBrowserHost } from '../hosts/browser/server';
import { findBrowser, hasDisplay, openWindow } from '../hosts/browser/window';
import { dataDirectory } from '../hosts/paths';

export interface CliSettings {
  version: string;
  interfaceDirectory: string;
  importWorker: string;
}

type Api = ContractRouterClient<Contract>;

/** Runs a command. @returns the exit code: 0, 1 for an error, 2 for wrong usage */
export async function runCli(words: readonly string[], settings: CliSettings): Promise<number> {
  let code = 0;
  const program = new Command('astwerk')
    .description('Long conversations with language models, as a tree.')
    .version(settings.version)
    .option('--data <dir>', 'data directory')
    .option('--json', 'print one JSON document and nothing else')
    .exitOverride()
    .showHelpAfterError();

  const shared = (command: Command): Command =>
    command.option('--data <dir>', 'data directory').option('--json', 'print one JSON document');
  const command = (usage: string, text: string) => shared(program.command(usage).description(text));

  async function withApi(
    cmd: Command,
    work: (api: Api, json: boolean, core: Core) => Promise<unknown>,
  ): Promise<void> {
    const options = cmd.optsWithGlobals<{ data?: string; json?: boolean }>();
    const core = await openCore({
      dataDirectory: dataDirectory(options.data),
      host: 'cli',
      version: settings.version,
      importWorker: settings.importWorker,
    });
    try {
      const result = await work(
        createRouterClient(core.router, { context: {} }) as Api,
        options.json === true,
        core,
      );
      if (options.json && result !== undefined) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    } finally {
      await core.close();
    }
  }
  const say = (json: boolean, line: string): void => {
    if (!json) console.log(line);
  };

  command('import <paths...>', 'import histories').action(async (paths: string[], _, cmd: Command) =>
    withApi(cmd, async (api, json) => {
      const { importId } = await api.imports.start({ paths: paths.map((path) => resolve(path)) });
      let reports: FileReport[] = [];
      for await (const event of await api.imports.watch({ importId }))
        if (event.type === 'done') reports = event.reports;
      for (const report of reports) {
        say(
          json,
          `${report.file}: ${report.error ?? `${report.format}, ${report.conversations.length} conversations, ${report.skipped.length} left out or mended`}`,
        );
        for (const row of report.conversations)
          say(
            json,
            `  ${row.id}  ${row.messages} messages  ${row.branches} branches  ${row.status}  ${row.title}`,
          );
        for (const item of report.skipped)
          say(json, `  ${item.line === null ? (item.at ?? '') : `line ${item.line}`}: ${item.reason}`);
      }
      if (reports.some((report) => report.error !== undefined)) code = 1;
      return reports.map(({ file, format, conversations, skipped, error }) => ({
        file,
        format,
        conversations,
        skipped,
        ...(error === undefined ? {} : { error }),
      }));
    }),
  );

  command('list', 'list conversations').action(async (_, cmd: Command) =>
    withApi(cmd, async (api, json) => {
      const rows = (await api.conversations.list({ archived: false })).map(
        ({ id, title, messages, branches, tip, createdAt, updatedAt, source }) => ({
          id,
          title,
          messages,
          branches,
          tip,
          createdAt,
          updatedAt,
          source,
        }),
      );
      for (const row of rows)
        say(json, `${row.id}  ${row.messages} messages  ${row.branches} branches  ${row.title}`);
      return rows;
    }),
  );

  command('tree <conversation>', 'show the tree').action(async (conversation: string, _, cmd: Command) =>
    withApi(cmd, async (api, json) => {
      const { conversation: row, nodes } = await api.tree.get({ conversation });
      const texts = new Map<string, string>();
      for (let at = 0; at < nodes.length; at += 500) {
        const batch = nodes.slice(at, at + 500).map((node) => node.id);
        for (const message of await api.messages.get({ conversation, ids: batch }))
          texts.set(message.id, plainText(message) || searchText(message));
      }
      const depth = new Map<string, number>();
      for (const node of nodes) {
        const level = node.parentId === null ? 0 : (depth.get(node.parentId) ?? 0) + 1;
        depth.set(node.id, level);
        say(
          json,
          `${'  '.repeat(Math.min(level, 30))}${node.id === row.tip ? '* ' : ''}${node.id} ${node.role}: ${node.preview.slice(0, 80)}`,
        );
      }
      return {
        id: row.id,
        title: row.title,
        tip: row.tip,
        nodes: nodes.map(({ id, parentId, role, model, createdAt }) => ({
          id,
          parentId,
          role,
          text: texts.get(id) ?? '',
          model,
          createdAt,
        })),
      };
    }),
  );

  command('show <conversation>', 'show a path')
    .option('--tip <id>', 'end of the path')
    .action(async (conversation: string, options: { tip?: string }, cmd: Command) =>
      withApi(cmd, async (api, json) => {
        const path = await api.messages.path({ conversation, ...(options.tip ? { tip: options.tip } : {}) });
        for (const message of path) say(json, `[${message.role}] ${searchText(message)}\n`);
        return {
          path: path.map(({ id, parentId, role, parts, model, createdAt, usage }) => ({
            id,
            parentId,
            role,
            parts,
            model,
            createdAt,
            usage,
          })),
        };
      }),
    );

  command('switch <conversation> <node>', 'move the tip').action(
    async (conversation: string, message: string, _, cmd: Command) =>
      withApi(cmd, async (api, json) => {
        const { tip } = await api.tree.switch({ conversation, message });
        say(json, `tip ${tip}`);
        return { conversation, tip };
      }),
  );

  command('fork <conversation> <node>', 'copy a path into a new conversation').action(
    async (conversation: string, message: string, _, cmd: Command) =>
      withApi(cmd, async (api, json) => {
        const fork = await api.tree.fork({ conversation, message });
        say(json, `${fork.conversation}  tip ${fork.tip}`);
        return { conversation: fork.conversation, tip: fork.tip };
      }),
  );

  command('run <conversation>', 'send a prompt; “new” begins a conversation')
    .requiredOption('--prompt <text>', 'the prompt')
    .option('--model <id>', 'model')
    .option('--at <node>', 'message that the prompt follows')
    .action(async (target: string, options: { prompt: string; model?: string; at?: string }, cmd: Command) =>
      withApi(cmd, async (api, json) => {
        const isNew = target === 'new';
        const parent = isNew ? null : (options.at ?? (await api.conversations.get({ id: target })).tip);
        const sent = await api.runs.send({
          conversation: isNew ? null : target,
          parent,
          parts: [{ type: 'text', text: options.prompt }],
          ...(options.model ? { model: options.model } : {}),
        });
        const messages: unknown[] = [];
        const controller = new AbortController();
        let streamed = false;
        for await (const event of await api.runs.watch(
          { conversation: sent.conversation },
          { signal: controller.signal },
        )) {
          if (event.type === 'snapshot') {
            const run = event.runs.find((item) => item.id === sent.run);
            if (!run) {
              const [last] = (await api.messages.path({ conversation: sent.conversation })).slice(-1);
              if (last && last.id !== sent.message) messages.push(last);
              if (!json && last) process.stdout.write(plainText(last));
              break;
            }
            if (!json)
              for (const part of run.parts) if (part.type === 'text') process.stdout.write(part.text);
            if (run.status === 'error') throw new Error(run.error?.message ?? 'The answer failed.');
          } else if (event.type === 'delta' && event.partType === 'text' && !json) {
            streamed = true;
            process.stdout.write(event.text);
          } else if (event.type === 'committed') messages.push(...event.messages);
          else if (event.type === 'run' && event.run.status === 'error')
            throw new Error(event.run.error?.message ?? 'The answer failed.');
          else if (event.type === 'ended') break;
        }
        controller.abort();
        if (!json && streamed) process.stdout.write('\n');
        return { conversation: sent.conversation, prompt: sent.message, messages };
      }),
    );

  command('export <conversation>', 'write a branch as Markdown, or all as JSON')
    .option('--tip <id>', 'end of the branch')
    .option('--format <format>', 'md or json', 'md')
    .option('-o, --output <file>', 'file to write; never overwritten')
    .action(
      async (
        conversation: string,
        options: { tip?: string; format: string; output?: string },
        cmd: Command,
      ) =>
        withApi(cmd, async (api, json, core) => {
          if (options.format !== 'md' && options.format !== 'json')
            throw new CommanderError(2, 'format', `There is no format “${options.format}”: md or json.`);
          const { files } =
            options.format === 'md'
              ? await api.exports.markdown({ conversation, ...(options.tip ? { tip: options.tip } : {}) })
              : await api.exports.json({ conversation });
          const [document] = files;
          if (!document) return undefined;
          if (options.output === undefined) {
            if (json) return { files: files.map(({ path, text }) => ({ path, text })) };
            process.stdout.write(document.text ?? '');
            return undefined;
          }
          const written = save(core, files, resolve(options.output));
          for (const file of written) say(json, file);
          return { files: written };
        }),
    );

  command('search <text>', 'search all conversations').action(async (text: string, _, cmd: Command) =>
    withApi(cmd, async (api, json) => {
      const hits = await api.search.query({ text });
      const rows = hits.map(({ conversation, message, snippet }) => ({
        conversation,
        message,
        snippet: snippet.replace(/[\uE000\uE001]/g, ''),
      }));
      for (const row of rows)
        say(json, `${row.conversation}  ${row.message}  ${row.snippet.replace(/\s+/g, ' ')}`);
      return rows;
    }),
  );

  command('doctor', 'check the data directory').action(async (_, cmd: Command) =>
    withApi(cmd, async (api, json) => {
      const report = await api.doctor.check();
      for (const check of report.checks) {
        say(json, `${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${check.detail}`);
        for (const problem of check.problems) say(json, `     ${problem}`);
      }
      if (!report.ok) code = 1;
      return report;
    }),
  );

  command('serve', 'open the app in a browser window')
    .option('--port <n>', 'port on 127.0.0.1', '0')
    .option('--no-open', 'print the address and open nothing')
    .action(async (options: { port: string; open: boolean; data?: string }, cmd: Command) => {
      const { data } = cmd.optsWithGlobals<{ data?: string }>();
      await serve(dataDirectory(data), Number(options.port), options.open, settings);
    });

  try {
    await program.parseAsync(words.length === 0 ? ['serve'] : [...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
  return code;
}

/** Writes an export; a file that is there is never overwritten. */
function save(core: Core, files: readonly ExportFile[], target: string): string[] {
  const folder = dirname(target);
  return files.map((file, index) => {
    const path = index === 0 ? target : join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    const blob = file.blob === null ? null : core.blobPath(file.blob);
    const bytes = file.text ?? (blob === null ? '' : null);
    try {
      writeFileSync(path, bytes ?? readFileSync(blob!), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new Error(`${path} exists already and was not overwritten. Choose another name.`);
      throw error;
    }
    return path;
  });
}

async function serve(data: string, port: number, open: boolean, settings: CliSettings): Promise<void> {
  const core = await openCore({
    dataDirectory: data,
    host: 'browser',
    version: settings.version,
    importWorker: settings.importWorker,
  });
  const host = await startBrowserHost({ core, interfaceDirectory: settings.interfaceDirectory, port });
  const browser = open && hasDisplay() ? findBrowser() : null;
  const address = host.address();
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
  if (browser === null) {
    console.log(`Astwerk runs at ${address}`);
    await stopped;
  } else {
    console.log(`Astwerk opens in ${browser}`);
    const window = openWindow(browser, address, join(data, 'browser-profile'));
    const failed = new Promise<void>((done) =>
      window.once('error', () => {
        console.log(`The browser did not start. Astwerk runs at ${host.address()}`);
        void done;
      }),
    );
    await Promise.race([stopped, host.abandoned, failed]);
  }
  await host.close();
  await core.close();
}

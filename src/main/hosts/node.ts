/** Astwerk under plain Node: the browser host, and the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 14)) {
  console.error(`Astwerk needs Node 22.14 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8')) as { version: string };
// Loaded only now: the database driver crashes on an old Node instead of saying so.
const { runCli } = await import('../cli/main');
process.exitCode = await runCli(process.argv.slice(2), {
  version,
  interfaceDirectory: join(here, '../renderer'),
  importWorker: join(here, 'import-worker.js'),
});

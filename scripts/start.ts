/** `npm start`: builds if need be and opens the app in the browser host. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';

const words = process.argv.slice(2).filter((word) => word !== '--browser');
if (words.includes('--electron')) {
  console.error(
    'The Electron host is not part of this version yet; without --electron Astwerk opens in the browser host.',
  );
  process.exit(1);
}
if (!ensureBuilt()) process.exit(1);
console.log('Browser host: this version has no Electron host yet.');
const entry = join(import.meta.dirname, '..', 'out', 'main', 'node.js');
const child = spawn(process.execPath, [entry, 'serve', ...words], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));

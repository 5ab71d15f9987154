/** `npm run -s cli -- COMMAND`: the command line of the checkout. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';

if (!ensureBuilt()) process.exit(1);
const entry = join(import.meta.dirname, '..', 'out', 'main', 'node.js');
const result = spawnSync(process.execPath, [entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
process.exit(result.status ?? 1);

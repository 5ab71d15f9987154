/** Builds what is not built yet, or is older than its sources. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** @returns whether a build that fits the sources is there now */
export function ensureBuilt(): boolean {
  const outputs = ['out/main/node.js', 'out/main/import-worker.js', 'out/renderer/index.html'].map((file) =>
    join(root, file),
  );
  const sources = [...globSync('src/**/*', { cwd: root }), 'package.json', 'electron.vite.config.ts'];
  const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs));
  if (outputs.every((file) => existsSync(file) && statSync(file).mtimeMs >= newest)) return true;
  console.error('Building Astwerk…');
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const result = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return result.status === 0;
}

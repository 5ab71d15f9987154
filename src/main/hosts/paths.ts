/** Where data lie. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** `--data`, else `ASTWERK_DATA`, else the operating system's place for an application's data. */
export function dataDirectory(given?: string): string {
  const chosen = given ?? process.env.ASTWERK_DATA;
  if (chosen) return resolve(chosen);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Astwerk');
  if (process.platform === 'win32')
    return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Astwerk');
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'astwerk');
}

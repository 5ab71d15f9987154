/** Finds a Chromium for tests and screenshots, and installs one where none is there. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of a Chromium, Chrome or Edge: `ASTWERK_CHROMIUM`, the search path, the usual places; null when none. */
export function findChromium(): string | null {
  const named = process.env.ASTWERK_CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not here; the next place may have it.
      }
    }
  }
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/** As `findChromium`; on Debian and its like, as root or with sudo that asks nothing, installs it first. */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found || process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) return found;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  console.log('No Chromium found: installing the package chromium.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'],
  ]) {
    const [command, ...rest] = [...sudo, ...words];
    const result = spawnSync(command!, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    if (result.status !== 0) {
      console.error(`Chromium could not be installed (${words.join(' ')} failed).`);
      return null;
    }
  }
  return findChromium();
}

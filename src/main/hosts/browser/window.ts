/** The app window of the browser host: Chromium, Chrome or Edge without its own bars. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of a browser that can open an app window; `ASTWERK_CHROMIUM` names one; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env.ASTWERK_CHROMIUM;
  if (named && existsSync(named)) return named;
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

/** Whether a window can be shown at all. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Opens the window with a profile of its own, kept in the data directory. */
export function openWindow(browser: string, address: string, profile: string): ChildProcess {
  const rootless = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return spawn(
    browser,
    [
      `--app=${address}`,
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--window-size=1440,900',
      ...rootless,
    ],
    { stdio: 'ignore' },
  );
}

/**
 * All checks and tests, one after the other: types, formatting and lint, layers, laws, unit tests, the build, and
 * the app in a real browser. Ends with `N passed, N failed`, counted from what really ran. Words given name the
 * steps to be run (`npm test -- unit`); without any, all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const reports = mkdtempSync(join(tmpdir(), 'astwerk-test-'));
let passed = 0;
let failed = 0;
let skipped = 0;

function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): boolean {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
      ...environment,
    },
    shell: process.platform === 'win32',
  });
  return result.status === 0;
}

function heading(text: string): void {
  console.log(`\n— ${text}`);
}

function check(name: string, work: () => boolean): void {
  heading(name);
  if (work()) passed++;
  else {
    failed++;
    console.error(`${name}: failed`);
  }
}

/** Adds the counts of a report; a runner that failed without a report, or without a failed test, is one failure. */
function count(
  name: string,
  ok: boolean,
  read: () => { passed: number; failed: number; skipped: number },
): void {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read();
  } catch (error) {
    console.error(`${name}: no report (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!ok && counts.failed === 0) counts.failed = 1;
  if (ok && counts.passed === 0) counts.failed++;
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
}

const steps: Record<string, () => void> = {
  types: () =>
    check('types', () => run('tsc', ['-p', 'tsconfig.json']) && run('tsc', ['-p', 'tsconfig.shared.json'])),
  lint: () => check('formatting and lint', () => run('biome', ['check', '--error-on-warnings', '.'])),
  layers: () => check('layers', () => run('node', ['scripts/check-layers.ts'])),
  laws: () => check('laws', () => run('node', ['scripts/check-spec.ts'])),
  unit: () => {
    heading('unit tests');
    const file = join(reports, 'unit.json');
    const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
    count('unit tests', ok, () => {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + (report.numTodoTests ?? 0),
      };
    });
  },
  build: () => check('build', () => run('electron-vite', ['build', '--logLevel', 'warn'])),
  e2e: () => {
    heading('the app in a browser');
    const chromium = ensureChromium();
    if (chromium === null) {
      failed++;
      console.error(
        'No Chromium, Chrome or Edge was found. Install one (Debian: apt-get install chromium), or name it in ASTWERK_CHROMIUM.',
      );
      return;
    }
    const file = join(reports, 'e2e.json');
    const ok = run('playwright', ['test', '--reporter=list,json'], {
      ASTWERK_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    count('end-to-end tests', ok, () => {
      const { stats } = JSON.parse(readFileSync(file, 'utf8'));
      // A test that passes only when repeated counts as failed: a flaky test is a bug.
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
    });
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}
for (const [name, step] of Object.entries(steps)) if (wanted.length === 0 || wanted.includes(name)) step();
rmSync(reports, { recursive: true, force: true });
if (skipped > 0) console.log(`\n${skipped} skipped (what they need is not here; each says what)`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

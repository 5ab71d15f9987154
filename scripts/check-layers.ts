/** The layers of `docs/ARCHITECTURE.md`: who may import whom. Run by `npm test`; prints each breach and fails. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Layer {
  /** Path prefix of the files the rule speaks of; the longest that fits counts. */
  of: string;
  /** Path prefixes that may be imported, besides the layer itself. */
  files: string[];
  /** Packages that may be imported; absent: all of `dependencies` and `devDependencies`. */
  packages?: string[];
  node: boolean;
}

const LAYERS: Layer[] = [
  { of: 'src/shared/', files: [], packages: ['uuid'], node: false },
  { of: 'src/shared/rpc/', files: ['src/shared/'], packages: ['@orpc/contract', 'zod'], node: false },
  { of: 'src/main/core/', files: ['src/shared/'], packages: dependencies(), node: true },
  {
    of: 'src/main/cli/',
    files: ['src/shared/', 'src/main/core/', 'src/main/hosts/'],
    packages: dependencies(),
    node: true,
  },
  {
    of: 'src/main/hosts/',
    files: ['src/shared/', 'src/main/core/', 'src/main/cli/'],
    packages: dependencies(),
    node: true,
  },
  {
    of: 'src/main/hosts/electron/',
    files: ['src/shared/', 'src/main/core/', 'src/main/hosts/'],
    packages: [...dependencies(), 'electron'],
    node: true,
  },
  { of: 'src/preload/', files: ['src/shared/'], packages: ['electron'], node: false },
  { of: 'src/renderer/', files: ['src/shared/'], packages: rendererPackages(), node: false },
];

function manifest(): { dependencies: Record<string, string>; devDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** What is packaged beside the bundles: the main process may import nothing else. */
function dependencies(): string[] {
  return Object.keys(manifest().dependencies);
}

/** Everything is bundled into the renderer; Electron and the store's driver are not for it. */
function rendererPackages(): string[] {
  const { dependencies, devDependencies } = manifest();
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter(
    (name) => !['electron', 'better-sqlite3', 'ws', 'yauzl', 'ai', 'commander', 'env-paths'].includes(name),
  );
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
}

/** Breaches in one file, as sentences. */
export function breaches(file: string, source: string, layers: readonly Layer[] = LAYERS): string[] {
  const layer = layers
    .filter((candidate) => file.startsWith(candidate.of))
    .sort((a, b) => b.of.length - a.of.length)[0];
  if (!layer) return [`${file}: this file belongs to no layer.`];
  const found: string[] = [];
  const imports = source.matchAll(
    /(?:^|[\s;}])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  );
  for (const match of imports) {
    const specifier = match[1] ?? match[2]!;
    if (specifier.startsWith('.')) {
      const target = normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
        .split(sep)
        .join('/');
      const allowed = [layer.of, ...layer.files].some((prefix) => target.startsWith(prefix));
      // A more special layer is not open to the more general one around it.
      const inner = layers.find(
        (other) => other.of !== layer.of && other.of.startsWith(layer.of) && target.startsWith(other.of),
      );
      if (!allowed || (inner && !layer.files.includes(inner.of) && inner.of !== 'src/shared/rpc/'))
        found.push(`${file}: may not import ${target}.`);
    } else if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
      if (!layer.node) found.push(`${file}: may not import Node's ${specifier}.`);
    } else if (layer.packages && !layer.packages.includes(packageOf(specifier))) {
      found.push(`${file}: may not import the package ${packageOf(specifier)}.`);
    }
  }
  return found;
}

if (import.meta.main) {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => relative('.', file).split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const found = files.flatMap((file) => breaches(file, readFileSync(join(root, file), 'utf8')));
  for (const line of found) console.error(line);
  console.log(`layers: ${files.length} files, ${found.length} breaches`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

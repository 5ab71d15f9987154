/** Files that came along with a conversation, found by the id that their names begin with. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Assets } from './format';

/** Largest file that is taken in as an attachment. */
export const MAX_ASSET_BYTES = 256 * 1024 * 1024;
/** Files of a folder that are looked at, and folders within it. */
const MAX_LISTED = 100_000;
const MAX_DEPTH = 3;

export const NO_ASSETS: Assets = { find: async () => null };

/** An index of names. `read` fetches a file by its whole path; null: it cannot be had. */
export class NamedAssets<T> {
  private readonly names: { name: string; item: T }[];

  constructor(items: Iterable<T>, nameOf: (item: T) => string) {
    this.names = [...items]
      .map((item) => ({ name: basename(nameOf(item).replaceAll('\\', '/')), item }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** The item whose name is the id, or begins with it and goes on with a sign that ends a word. */
  find(id: string): T | null {
    if (id.length < 4) return null;
    let low = 0;
    let high = this.names.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.names[middle]!.name < id) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.names.length && this.names[at]!.name.startsWith(id); at++) {
      const next = this.names[at]!.name[id.length];
      if (next === undefined || /[^A-Za-z0-9]/.test(next)) return this.names[at]!.item;
    }
    return null;
  }
}

/** Files in the folder of a conversation's file, and in folders of that. Looked for only when one is wanted. */
export function folderAssets(folder: string): Assets {
  let index: Promise<NamedAssets<string>> | null = null;
  return {
    async find(id) {
      index ??= listed(folder).then((paths) => new NamedAssets(paths, (path) => path));
      const path = (await index).find(id);
      if (path === null) return null;
      try {
        if ((await stat(path)).size > MAX_ASSET_BYTES) return null;
        return { bytes: await readFile(path), name: basename(path) };
      } catch {
        return null;
      }
    },
  };
}

async function listed(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [{ path: folder, depth: 0 }];
  for (let at = folders.shift(); at !== undefined && paths.length < MAX_LISTED; at = folders.shift()) {
    const entries = await readdir(at.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(at.path, entry.name);
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && at.depth < MAX_DEPTH && !entry.name.startsWith('.')) {
        folders.push({ path, depth: at.depth + 1 });
      }
      if (paths.length >= MAX_LISTED) break;
    }
  }
  return paths;
}

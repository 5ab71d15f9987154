/** Archives: their entries as sources, with bounds on what may come out of them. */
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { MAX_ASSET_BYTES, NamedAssets } from './assets';
import type { Source } from './entries';
import type { Assets } from './format';

/** What an archive may hold; more is taken for an attempt to fill memory or disk. */
export interface ZipLimits {
  entryBytes: number;
  totalBytes: number;
  /** Largest ratio of an entry's size to what it takes in the archive, and the size from which it counts. */
  ratio: number;
  ratioFrom: number;
  entries: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entryBytes: 4 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  ratio: 200,
  ratioFrom: 8 * 1024 ** 2,
  entries: 200_000,
};

/** How much may still be unpacked; archives within archives share it. */
export class ZipBudget {
  constructor(private left: number) {}

  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) {
      throw new Error('The archive unpacks to more than can be sensible; reading it was stopped.');
    }
  }
}

export class Archive implements Assets {
  readonly entries: ZipEntry[] = [];
  private readonly index: NamedAssets<ZipEntry>;

  private constructor(
    private readonly file: ZipFile,
    entries: ZipEntry[],
    private readonly budget: ZipBudget,
    private readonly limits: ZipLimits,
  ) {
    this.entries = entries;
    this.index = new NamedAssets(entries, (entry) => entry.fileName);
  }

  /** @throws Error with a sentence when it is no archive that can be read */
  static async open(
    path: string,
    limits = ZIP_LIMITS,
    budget = new ZipBudget(limits.totalBytes),
  ): Promise<Archive> {
    let file: ZipFile;
    try {
      file = await openPromise(path, { autoClose: false, lazyEntries: true });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The archive cannot be read: ${reason.replace(/\.?$/, '.')} Perhaps it did not arrive whole.`,
      );
    }
    const entries: ZipEntry[] = [];
    try {
      for await (const entry of file.eachEntry()) {
        if (entries.length >= limits.entries) throw new Error('it holds too many files');
        if (!entry.fileName.endsWith('/')) entries.push(entry);
      }
    } catch (error) {
      file.close();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The archive cannot be read: ${reason.replace(/\.?$/, '.')}`);
    }
    return new Archive(file, entries, budget, limits);
  }

  close(): void {
    this.file.close();
  }

  /** Why an entry is not read; null when it may be. */
  refusalOf(entry: ZipEntry): string | null {
    if (entry.isEncrypted()) return 'This file in the archive is encrypted; it was left out.';
    if (!entry.canDecodeFileData())
      return 'This file in the archive is packed in a way that cannot be read; it was left out.';
    if (entry.uncompressedSize > this.limits.entryBytes) {
      return 'This file in the archive is larger than 4 GB; it was left out.';
    }
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    if (entry.uncompressedSize >= this.limits.ratioFrom && ratio > this.limits.ratio) {
      return 'This file in the archive unpacks to a suspicious multiple of its size; it was left out.';
    }
    return null;
  }

  source(entry: ZipEntry, name: string): Source {
    return { name, size: entry.uncompressedSize, open: () => this.chunks(entry) };
  }

  private async *chunks(entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
    const stream = await this.file.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.budget.take(chunk.length);
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }

  /** Unpacks an archive within this one to a file, and opens it. */
  async inner(entry: ZipEntry, path: string): Promise<Archive> {
    await pipeline(this.chunks(entry), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return Archive.open(path, this.limits, this.budget);
  }

  async find(id: string): Promise<{ bytes: Uint8Array; name: string } | null> {
    const entry = this.index.find(id);
    if (entry === null || entry.uncompressedSize > MAX_ASSET_BYTES || this.refusalOf(entry) !== null)
      return null;
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of this.chunks(entry)) chunks.push(chunk);
    } catch {
      return null;
    }
    return { bytes: Buffer.concat(chunks), name: basename(entry.fileName) };
  }
}

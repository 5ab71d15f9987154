/** Attachments, named by the SHA-256 of their bytes: one file each, written whole or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './driver';
import { StoreError } from './errors';

const HASH = /^[0-9a-f]{64}$/;

export class Blobs {
  constructor(
    private readonly database: Database,
    private readonly directory: string,
  ) {}

  /** File of a blob, or null when the hash is ill-formed or the file is not there. */
  path(hash: string): string | null {
    if (!HASH.test(hash)) return null;
    const file = this.fileOf(hash);
    return existsSync(file) ? file : null;
  }

  private fileOf(hash: string): string {
    return join(this.directory, hash.slice(0, 2), hash);
  }

  mediaType(hash: string): string {
    const row = this.database.prepare('SELECT media_type FROM blobs WHERE hash = ?').get(hash) as
      | { media_type: string }
      | undefined;
    return row?.media_type ?? 'application/octet-stream';
  }

  /** Bytes of a blob, or null when we do not have it. */
  read(hash: string): { bytes: Buffer; mediaType: string } | null {
    const file = this.path(hash);
    return file === null ? null : { bytes: readFileSync(file), mediaType: this.mediaType(hash) };
  }

  /** Stores bytes; the same bytes are stored once. */
  put(bytes: Uint8Array, mediaType: string): string {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = this.fileOf(hash);
    if (!existsSync(file) || statSync(file).size !== bytes.byteLength) {
      mkdirSync(join(this.directory, hash.slice(0, 2)), { recursive: true });
      const temporary = join(this.directory, `.${randomUUID()}`);
      try {
        const handle = openSync(temporary, 'wx', 0o600);
        try {
          for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
          fsyncSync(handle);
        } finally {
          closeSync(handle);
        }
        renameSync(temporary, file);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    }
    this.record(hash, bytes.byteLength, mediaType);
    return hash;
  }

  /**
   * Stores a stream of at most `maxBytes`.
   * @throws StoreError BAD_REQUEST when it is larger; nothing is kept then
   */
  async putStream(
    stream: AsyncIterable<Uint8Array>,
    mediaType: string,
    maxBytes: number,
  ): Promise<{ hash: string; size: number }> {
    mkdirSync(this.directory, { recursive: true });
    const temporary = join(this.directory, `.${randomUUID()}`);
    const digest = createHash('sha256');
    let size = 0;
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of stream) {
          size += chunk.byteLength;
          if (size > maxBytes) {
            throw new StoreError(
              'BAD_REQUEST',
              `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB, the most an attachment may have.`,
            );
          }
          digest.update(chunk);
          await handle.write(chunk);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      const hash = digest.digest('hex');
      mkdirSync(join(this.directory, hash.slice(0, 2)), { recursive: true });
      renameSync(temporary, this.fileOf(hash));
      this.record(hash, size, mediaType);
      return { hash, size };
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  private record(hash: string, size: number, mediaType: string): void {
    this.database
      .prepare(
        'INSERT INTO blobs (hash, size, media_type, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING',
      )
      .run(hash, size, mediaType, Date.now());
  }
}

/** The core: store, runs, providers, imports and the router over them. Plain Node; hosts put a window around it. */
import { mkdirSync } from 'node:fs';
import type { AppEvent, AppInfo } from '../../shared/rpc/contract';
import { Channel } from './channel';
import { Imports } from './imports';
import type { SecretBox } from './providers/keys';
import { createProviders } from './providers/registry';
import { createRouter, type Router } from './rpc/router';
import { createRuns } from './runs/runner';
import { openStore } from './store';

export type { SecretBox };

export interface CoreOptions {
  dataDirectory: string;
  host: AppInfo['host'];
  version: string;
  /** The desktop's keychain, where there is one. */
  secrets?: SecretBox | null;
  /** File of the built import worker; without it imports run on this thread. */
  importWorker?: string;
  /** Another process owns the data directory: read, and write nothing. */
  readOnly?: boolean;
}

export interface Core {
  router: Router;
  dataDirectory: string;
  info: AppInfo;
  /** File of a blob, or null when it is unknown or the hash is ill-formed. */
  blobPath(hash: string): string | null;
  blobMediaType(hash: string): string;
  putBlob(
    stream: AsyncIterable<Uint8Array>,
    mediaType: string,
    maxBytes: number,
  ): Promise<{ hash: string; size: number }>;
  /** A dropped file for an import; the id goes to `imports.start`. */
  receiveUpload(stream: AsyncIterable<Uint8Array>, name: string): Promise<{ upload: string }>;
  /** Stops runs and imports, keeps what they had, and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the core over a data directory.
 * @throws a sentence when the database does not open; nothing is replaced then [S2]
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { dataDirectory } = options;
  if (!options.readOnly) mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const store = await openStore({ dataDirectory, role: options.readOnly ? 'reader' : 'main' });
  const events = new Channel<AppEvent>();
  const stopListening = store.onChange((change) => events.publish(change));
  const providers = createProviders({
    settings: store.settings,
    dataDirectory,
    secrets: options.secrets ?? null,
    environment: process.env,
  });
  const runs = createRuns({ store, providers });
  const stopRunning = runs.onRunningChange(() =>
    events.publish({ type: 'running', conversations: runs.running() }),
  );
  const imports = new Imports(store, dataDirectory, events, options.importWorker);
  const info: AppInfo = {
    name: 'Astwerk',
    version: options.version,
    host: options.host,
    platform: process.platform,
    dataDirectory,
    writable: !options.readOnly,
  };
  const router = createRouter({ info, store, runs, providers, imports, events });

  let closing: Promise<void> | null = null;
  return {
    router,
    dataDirectory,
    info,
    blobPath: (hash) => store.blobs.path(hash),
    blobMediaType: (hash) => store.blobs.mediaType(hash),
    putBlob: (stream, mediaType, maxBytes) => store.blobs.putStream(stream, mediaType, maxBytes),
    receiveUpload: (stream, name) => imports.receive(stream, name),
    close() {
      closing ??= (async () => {
        await runs.close();
        await imports.close();
        stopRunning();
        stopListening();
        store.close();
      })();
      return closing;
    },
  };
}

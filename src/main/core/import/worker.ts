/** Entry of the import's thread: its own connection to the store, so that the main thread stays free. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportedConversationRow } from '../../../shared/rpc/imports';
import { openStore } from '../store';
import { importPaths } from './run';

interface WorkerInput {
  dataDirectory: string;
  paths: string[];
}

const port = parentPort;
if (port === null) throw new Error('This is no program of its own; it runs as a worker thread.');

const controller = new AbortController();
port.on('message', (message: { type?: unknown } | null) => {
  if (message?.type === 'cancel') controller.abort();
});

try {
  const { dataDirectory, paths } = workerData as WorkerInput;
  const store = await openStore({ dataDirectory, role: 'import' });
  /** Tells the main thread to look again at what was written here. */
  const told = (row: ImportedConversationRow): ImportedConversationRow => {
    if (row.status !== 'unchanged') port.postMessage({ type: 'merged', conversationId: row.id });
    return row;
  };
  try {
    await importPaths({
      paths,
      signal: controller.signal,
      onEvent: (event) => port.postMessage(event),
      sink: (conversation, provenance) => told(store.mergeImported(conversation, provenance)),
      astwerkSink: (document, provenance) => told(store.importAstwerk(document, provenance)),
    });
  } finally {
    store.close();
  }
} catch (error) {
  port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
} finally {
  port.close();
}

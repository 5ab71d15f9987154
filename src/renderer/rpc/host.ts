/** What only the host can do: files, blobs, links. */
import type { ExportFile } from '../../shared/rpc/contract';

async function post<T>(path: string, body: Blob, type: string): Promise<T> {
  const response = await fetch(path, { method: 'POST', body, headers: { 'content-type': type } });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const host = {
  kind: 'browser' as const,

  /** Commands of a desktop menu; a browser window has none. */
  onCommand:
    (_listener: (command: string) => void): (() => void) =>
    () => {},

  /** Hands a dropped or chosen file to the main process. */
  toImportSource: (file: File): Promise<{ path?: string; upload?: string }> =>
    post(
      `/upload?name=${encodeURIComponent(file.webkitRelativePath || file.name)}`,
      file,
      'application/octet-stream',
    ),

  putBlob: (blob: Blob): Promise<{ hash: string; size: number }> =>
    post('/blob', blob, blob.type || 'application/octet-stream'),

  blobUrl: (hash: string): string => `/blob/${hash}`,

  /** Opens a web or mail address outside; everything else is refused. */
  openExternal(url: string): void {
    const { protocol } = new URL(url);
    if (!['http:', 'https:', 'mailto:'].includes(protocol))
      throw new Error(`Addresses of the kind ${protocol} are not opened.`);
    window.open(url, '_blank', 'noopener,noreferrer');
  },

  /** Saves the files of an export: one as it is, several as a zip. */
  async download(files: readonly ExportFile[], name: string): Promise<void> {
    const bytes = await Promise.all(
      files.map(async (file) => {
        if (file.text !== null) return new Blob([file.text], { type: file.mediaType });
        const response = await fetch(host.blobUrl(file.blob ?? ''));
        if (!response.ok) throw new Error(`The attachment ${file.path} could not be read.`);
        return response.blob();
      }),
    );
    if (files.length === 1) return save(bytes[0]!, files[0]!.path);
    const { zipSync } = await import('fflate');
    const entries: Record<string, Uint8Array> = {};
    for (const [index, file] of files.entries())
      entries[file.path] = new Uint8Array(await bytes[index]!.arrayBuffer());
    save(new Blob([zipSync(entries) as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), `${name}.zip`);
  },
};

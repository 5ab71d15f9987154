/** Files of a drop, folders walked through. Must be called within the drop event: entries are gone after it. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of entries) {
    if (entry?.isDirectory) files.push(...(await walk(entry as FileSystemDirectoryEntry)));
    else if (file) files.push(file);
  }
  return files;
}

async function walk(root: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = [];
  const pending: FileSystemDirectoryEntry[] = [root];
  while (pending.length > 0) {
    const reader = pending.pop()!.createReader();
    for (;;) {
      // A reader hands out at most 100 entries a call.
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (batch.length === 0) break;
      for (const entry of batch) {
        if (entry.isDirectory) pending.push(entry as FileSystemDirectoryEntry);
        else
          files.push(
            await new Promise<File>((resolve, reject) =>
              (entry as FileSystemFileEntry).file(resolve, reject),
            ),
          );
      }
    }
  }
  return files;
}

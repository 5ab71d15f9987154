/** Exports: what is read from the store, handed to the writers in `shared`. */

import { type MarkdownInput, toMarkdown } from '../../../shared/export/markdown';
import { extensionOf, safeName, uniqueNames } from '../../../shared/export/names';
import type { FilePart, ImagePart, Message } from '../../../shared/model';
import type { ExportFile, ExportOptions } from '../../../shared/rpc/contract';
import { leavesOf, pathTo } from '../../../shared/tree';
import { type Store, StoreError } from '../store';

export const DEFAULT_EXPORT: ExportOptions = {
  reasoning: 'none',
  tools: 'full',
  frontMatter: true,
  images: 'files',
  dollarMath: false,
  branches: 'this',
  language: 'en',
};

/** Bytes of all images of one document that may become data URLs. */
const MAX_DATA_BYTES = 256 * 1024 * 1024;

/**
 * A branch as Markdown files: the document first, then its attachments.
 * @throws StoreError NOT_FOUND for an unknown conversation or message
 */
export function exportMarkdownFiles(
  store: Store,
  input: { conversation: string; tip?: string; options?: ExportOptions },
): { files: ExportFile[] } {
  const options = input.options ?? DEFAULT_EXPORT;
  const conversation = store.conversation(input.conversation);
  const path = store.path(input.conversation, input.tip);
  const stem = safeName(conversation.title);
  const name = uniqueNames();
  const assets = new Assets(store, `${stem}_assets`, options);
  const others = options.branches === 'this' ? [] : otherBranches(store, input.conversation, path);
  const documents: ExportFile[] = [];
  const write = (messages: Message[], appendix?: MarkdownInput['appendix']): void => {
    documents.push({
      path: name(stem, '.md'),
      mediaType: 'text/markdown',
      text: toMarkdown({
        conversation,
        path: messages,
        options,
        imageUrl: (part) => assets.url(part),
        appendix,
      }),
      blob: null,
    });
  };
  write(path, options.branches === 'appendix' ? others : undefined);
  if (options.branches === 'files')
    for (const branch of others) write([...path.slice(0, branch.after), ...branch.path]);
  return { files: [...documents, ...assets.files] };
}

/** The whole conversation as lossless JSON. */
export function exportJson(store: Store, conversationId: string): { files: ExportFile[] } {
  const document = store.toDocument(conversationId);
  return {
    files: [
      {
        path: `${safeName(document.conversation.title)}.astwerk.json`,
        mediaType: 'application/json',
        text: `${JSON.stringify(document, null, 1)}\n`,
        blob: null,
      },
    ],
  };
}

/** Branches off the path: where each leaves it, and its messages from there. */
function otherBranches(store: Store, conversationId: string, path: readonly Message[]) {
  const tree = store.tree(conversationId);
  const onPath = new Map(path.map((message, index) => [message.id, index + 1]));
  return leavesOf(tree)
    .filter((leaf) => !onPath.has(leaf))
    .map((leaf) => {
      const ids = pathTo(tree, leaf);
      const after = ids.findLastIndex((id) => onPath.has(id)) + 1;
      return { after, path: store.messages(conversationId, ids.slice(after)) };
    });
}

/** Attachments of a document: one file each, named after what they were called. */
class Assets {
  readonly files: ExportFile[] = [];
  private readonly paths = new Map<string, string>();
  private readonly name = uniqueNames();
  private dataBytes = 0;

  constructor(
    private readonly store: Store,
    private readonly folder: string,
    private readonly options: ExportOptions,
  ) {}

  url(part: ImagePart | FilePart): string | null {
    if (part.blob === null) return null;
    if (this.options.images === 'data' && part.type === 'image') {
      const blob = this.store.blobs.read(part.blob);
      if (!blob) return null;
      this.dataBytes += blob.bytes.length;
      if (this.dataBytes > MAX_DATA_BYTES)
        throw new StoreError(
          'BAD_REQUEST',
          'The images are too large to be written into the document. Export them as files.',
        );
      return `data:${part.mediaType};base64,${blob.bytes.toString('base64')}`;
    }
    const known = this.paths.get(part.blob);
    if (known !== undefined) return known;
    if (this.store.blobs.path(part.blob) === null) return null;
    const given = part.name ?? '';
    const dot = given.lastIndexOf('.');
    const extension =
      dot > 0 && /^\.[a-z0-9]{1,8}$/i.test(given.slice(dot)) ? given.slice(dot) : extensionOf(part.mediaType);
    const stem = safeName(dot > 0 ? given.slice(0, dot) : given, part.type);
    const path = `${this.folder}/${this.name(stem, extension)}`;
    this.files.push({ path, mediaType: part.mediaType, text: null, blob: part.blob });
    const relative = path.split('/').map(encodeURIComponent).join('/');
    this.paths.set(part.blob, relative);
    return relative;
  }
}

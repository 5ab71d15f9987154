/** What a format's reader is, and what it is given. */
import type { AstwerkDocument } from '../../../shared/export/document';
import type { SkippedItem } from '../../../shared/rpc/imports';
import type { Entry } from './entries';
import type { ImportedConversation } from './types';
import type { Json } from './values';

/** Files that came along with a conversation: images beside it in an archive or a folder. */
export interface Assets {
  /** Finds the file whose name begins with an id. */
  find(id: string): Promise<{ bytes: Uint8Array; name: string } | null>;
}

export interface ReadContext {
  /** Name of the file without its ending: the identity of what has none of its own. */
  stem: string;
  assets: Assets;
  /** Reports what was left out or mended outside any conversation. */
  note(item: SkippedItem): void;
}

/** A value that was read from the file. */
export type ValueEntry = Extract<Entry, { type: 'value' }>;

interface Common {
  /** Stored with each conversation; part of its identity. */
  name: string;
  /** Whether a value of the file (an element, an object, a record) is of this format. */
  detect(value: Json): boolean;
  /** Whether a value that was cut off is of this format, by its fields. */
  hasKeys?(keys: ReadonlySet<string>): boolean;
}

/** Each value is a conversation. Null: nothing to import, and `note` said why. */
export interface ElementFormat extends Common {
  kind: 'elements';
  read(entry: ValueEntry, context: ReadContext): Promise<ImportedConversation | null>;
}

/** All values together are one conversation, or several. */
export interface RecordFormat extends Common {
  kind: 'records';
  read(entries: readonly ValueEntry[], context: ReadContext): ImportedConversation[];
}

/** Each value is a document of our own. */
export interface DocumentFormat extends Common {
  kind: 'documents';
  /** @throws Error with a sentence when it is none */
  read(entry: ValueEntry): AstwerkDocument;
}

export type Format = ElementFormat | RecordFormat | DocumentFormat;

/** Reports of imports: one per file, one row per conversation, one per thing left out. */

export interface ImportedConversationRow {
  id: string;
  title: string;
  messages: number;
  branches: number;
  /** Messages that were new to us. 0: we had it all. */
  added: number;
  status: 'created' | 'updated' | 'unchanged';
}

export interface SkippedItem {
  /** 1-based line of a JSONL file; null where lines mean nothing (say `at` instead). */
  line: number | null;
  /** Where in the file, when not a line: `conversations[12].mapping.abc`. */
  at?: string;
  reason: string;
}

export interface FileReport {
  file: string;
  /** Format name, null when the file is nothing we know (`error` says so in a sentence). */
  format: string | null;
  conversations: ImportedConversationRow[];
  skipped: SkippedItem[];
  error?: string;
}

export type ImportEvent =
  | {
      type: 'progress';
      file: string;
      fileIndex: number;
      files: number;
      /** Bytes read of the file, and its size. */
      read: number;
      size: number;
      conversations: number;
      messages: number;
    }
  | { type: 'file'; report: FileReport }
  | { type: 'done'; reports: FileReport[]; cancelled: boolean };

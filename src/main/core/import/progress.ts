/** Progress of an import, told about ten times a second. */
import type { ImportEvent } from '../../../shared/rpc/imports';

const EVERY_MS = 100;

export class Progress {
  private file = '';
  private fileIndex = 0;
  private read = 0;
  private size = 0;
  private conversations = 0;
  private messages = 0;
  private told = 0;
  private pending = false;

  constructor(
    private readonly files: number,
    private readonly onEvent: (event: ImportEvent) => void,
  ) {}

  begin(file: string, fileIndex: number, size: number): void {
    this.file = file;
    this.fileIndex = fileIndex;
    this.read = 0;
    this.size = size;
    this.tell();
  }

  /** An archive holds more than its own size says. */
  enlarge(size: number): void {
    this.size = Math.max(this.size, this.read + size);
  }

  bytes(count: number): void {
    this.read = Math.min(this.size, this.read + count);
    this.tell();
  }

  conversation(messages: number): void {
    this.conversations++;
    this.messages += messages;
    this.tell();
  }

  /** Tells what has not been told yet. */
  finish(): void {
    if (this.pending) this.send();
  }

  private tell(): void {
    this.pending = true;
    if (Date.now() - this.told >= EVERY_MS) this.send();
  }

  private send(): void {
    this.told = Date.now();
    this.pending = false;
    this.onEvent({
      type: 'progress',
      file: this.file,
      fileIndex: this.fileIndex,
      files: this.files,
      read: this.read,
      size: this.size,
      conversations: this.conversations,
      messages: this.messages,
    });
  }
}

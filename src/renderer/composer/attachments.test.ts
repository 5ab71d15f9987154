import { describe, expect, it } from 'vitest';
import type { Part } from '../../shared/model';
import {
  AttachmentError,
  attachmentOf,
  contentOf,
  decodeText,
  isImport,
  pastedText,
  promptOf,
} from './attachments';

const put = async (blob: Blob) => ({ hash: 'a'.repeat(64), size: blob.size });

describe('attachmentOf', () => {
  it('takes a text file with its text', async () => {
    const part = await attachmentOf(new File(['Äpfel 木'], 'notes.md', { type: 'text/markdown' }), put);
    expect(part).toEqual({
      type: 'file',
      blob: null,
      mediaType: 'text/markdown',
      name: 'notes.md',
      size: 10,
      text: 'Äpfel 木',
    });
  });

  it('knows text by its bytes where the name says nothing', async () => {
    expect(await attachmentOf(new File(['all: build\n'], 'Makefile'), put)).toMatchObject({
      mediaType: 'text/plain',
      text: 'all: build\n',
    });
  });

  it('does not cut a character at the end of the first look', async () => {
    const text = `${'x'.repeat(4095)}ä`;
    expect(await attachmentOf(new File([text], 'a.txt'), put)).toMatchObject({ text });
  });

  it('keeps binary files as blobs', async () => {
    const bytes = new Uint8Array([0x50, 0, 1, 2, 255]);
    expect(await attachmentOf(new File([bytes], 'x.bin'), put)).toEqual({
      type: 'file',
      blob: 'a'.repeat(64),
      mediaType: 'application/octet-stream',
      name: 'x.bin',
      size: 5,
    });
    expect(
      await attachmentOf(new File(['%PDF-1.4'], 'x.pdf', { type: 'application/pdf' }), put),
    ).toMatchObject({
      blob: 'a'.repeat(64),
    });
  });

  it('refuses an empty file', async () => {
    await expect(attachmentOf(new File([], 'empty.txt'), put)).rejects.toBeInstanceOf(AttachmentError);
  });
});

describe('decodeText', () => {
  it('reads UTF-8 and marked UTF-16 and refuses the rest', () => {
    expect(decodeText(new TextEncoder().encode('Grün'))).toBe('Grün');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBe('A');
    expect(decodeText(new Uint8Array([0x47, 0x72, 0xfc, 0x6e]))).toBeNull();
    expect(decodeText(new Uint8Array([0x41, 0x00]))).toBeNull();
  });
});

describe('isImport', () => {
  it('tells histories from attachments', () => {
    expect(['export.zip', 'a.JSONL', 'conversations.json'].every(isImport)).toBe(true);
    expect(['a.json.txt', 'notes.md', 'zip'].some(isImport)).toBe(false);
  });
});

describe('pastedText', () => {
  it('gives each paste a name of its own', () => {
    const first = pastedText('one', []);
    const second = pastedText('two', [first]);
    expect([first.name, second.name]).toEqual(['pasted-1.txt', 'pasted-2.txt']);
    expect(second).toMatchObject({ type: 'file', text: 'two', size: 3 });
  });
});

describe('promptOf and contentOf', () => {
  it('puts a prompt together and takes it apart again', () => {
    const image = { type: 'image' as const, blob: 'b'.repeat(64), mediaType: 'image/png', name: 'a.png' };
    const parts = promptOf('What is this?', [image]);
    expect(parts.map((part) => part.type)).toEqual(['image', 'text']);
    expect(contentOf(parts)).toEqual({ text: 'What is this?', attachments: [image], lost: 0 });
  });

  it('leaves out words that are only space', () => {
    expect(promptOf(' \n', [])).toEqual([]);
  });

  it('counts what did not come along', () => {
    const parts: Part[] = [
      { type: 'image', blob: null, mediaType: 'image/png', origin: 'file-service://x' },
      { type: 'file', blob: null, mediaType: 'application/pdf', name: 'x.pdf' },
      { type: 'file', blob: null, mediaType: 'text/plain', name: '', text: 'known' },
      { type: 'text', text: 'one' },
      { type: 'opaque', kind: 'x', raw: null },
      { type: 'text', text: 'two' },
    ];
    expect(contentOf(parts)).toEqual({
      text: 'one\n\ntwo',
      attachments: [{ type: 'file', blob: null, mediaType: 'text/plain', name: 'file', text: 'known' }],
      lost: 2,
    });
  });
});

/** Keys of providers: from the environment, the desktop's keychain, or a file that only its owner can read [R5]. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KeyStatus } from '../../../shared/rpc/settings';

/** The desktop's keychain, as a host gives it. */
export interface SecretBox {
  /** What it is called, for people. */
  name: string;
  available(): boolean;
  encrypt(text: string): Buffer;
  /** @throws when the keychain refuses or the bytes are not its own */
  decrypt(bytes: Buffer): string;
}

interface StoredKey {
  /** Base64 of what the keychain made of it, or the key itself where there is no keychain. */
  sealed?: string;
  plain?: string;
}

export interface KeysOptions {
  /** The file, apart from the database. */
  file: string;
  secrets: SecretBox | null;
  environment: Record<string, string | undefined>;
}

export class Keys {
  constructor(private readonly options: KeysOptions) {}

  /** The key of a provider, or null. `names` are the environment variables that may hold it; they come first. */
  get(provider: string, names: readonly string[]): string | null {
    return this.fromEnvironment(names) ?? this.fromFile(provider);
  }

  status(provider: string, names: readonly string[]): KeyStatus {
    const given = this.fromEnvironment(names);
    if (given !== null) return { state: 'set', from: 'environment', hint: hint(given) };
    const stored = this.read()[provider];
    if (!stored) return { state: 'none' };
    const key = this.open(stored);
    if (key === null) return { state: 'none' };
    return { state: 'set', from: stored.sealed === undefined ? 'file' : 'keychain', hint: hint(key) };
  }

  /** @throws when the key holds what no header can carry, or the file cannot be written */
  set(provider: string, key: string): void {
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw new Error(
        'A key has no spaces and only plain ASCII characters. Copy it again from the provider.',
      );
    }
    const { secrets } = this.options;
    const keys = this.read();
    keys[provider] = secrets?.available()
      ? { sealed: secrets.encrypt(key).toString('base64') }
      : { plain: key };
    this.save(keys);
  }

  clear(provider: string): void {
    const keys = this.read();
    if (!(provider in keys)) return;
    delete keys[provider];
    this.save(keys);
  }

  private fromEnvironment(names: readonly string[]): string | null {
    for (const name of names) {
      const value = this.options.environment[name]?.trim();
      if (value) return value;
    }
    return null;
  }

  private fromFile(provider: string): string | null {
    const stored = this.read()[provider];
    return stored ? this.open(stored) : null;
  }

  private open(stored: StoredKey): string | null {
    if (stored.plain !== undefined) return stored.plain;
    if (stored.sealed === undefined || !this.options.secrets?.available()) return null;
    try {
      return this.options.secrets.decrypt(Buffer.from(stored.sealed, 'base64'));
    } catch {
      // Sealed by another user or another keychain: as good as no key; the settings say that none is set.
      return null;
    }
  }

  private read(): Record<string, StoredKey> {
    const { file } = this.options;
    if (!existsSync(file)) return {};
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      throw new Error(
        `The keys in ${file} can be read by other users of this machine, so they are not used. Run: chmod 600 "${file}"`,
      );
    }
    try {
      const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
        return parsed as Record<string, StoredKey>;
    } catch {
      // Falls through to the sentence: the parser's own message could quote a key.
    }
    throw new Error(`The file of keys ${file} is damaged. Mend it, or remove it and enter the keys again.`);
  }

  private save(keys: Record<string, StoredKey>): void {
    const { file } = this.options;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const fresh = `${file}.new`;
    writeFileSync(fresh, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  }
}

/** Enough to tell two keys apart, too little to use. */
function hint(key: string): string {
  return key.length < 12 ? '…' : `…${key.slice(-4)}`;
}

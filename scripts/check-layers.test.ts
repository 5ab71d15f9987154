import { describe, expect, it } from 'vitest';
import { breaches } from './check-layers';

describe('the layer check', () => {
  it('lets shared code import shared code only', () => {
    expect(breaches('src/shared/tree/tree.ts', "import { a } from '../model';")).toEqual([]);
    expect(breaches('src/shared/tree/tree.ts', "import { a } from '../../main/core/core';")).toHaveLength(1);
    expect(breaches('src/shared/tree/tree.ts', "import fs from 'node:fs';")).toHaveLength(1);
    expect(breaches('src/shared/tree/tree.ts', "export * from 'react';")).toHaveLength(1);
  });
  it('keeps Electron out of everything but its host and the bridge', () => {
    const line = "import { app } from 'electron';";
    expect(breaches('src/main/core/core.ts', line)).toHaveLength(1);
    expect(breaches('src/main/hosts/browser/server.ts', line)).toHaveLength(1);
    expect(breaches('src/renderer/App.tsx', line)).toHaveLength(1);
    expect(breaches('src/main/hosts/electron/main.ts', line)).toEqual([]);
    expect(breaches('src/preload/preload.ts', line)).toEqual([]);
  });
  it('keeps the core free of hosts, and the screen free of the main process', () => {
    expect(breaches('src/main/core/core.ts', "import { x } from '../hosts/node';")).toHaveLength(1);
    expect(breaches('src/main/hosts/node.ts', "import { x } from './electron/main';")).toHaveLength(1);
    expect(breaches('src/renderer/App.tsx', "const x = await import('../main/core/core');")).toHaveLength(1);
  });
});

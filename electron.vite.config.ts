import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { resolve } from 'node:path';

const root = import.meta.dirname;

/**
 * Three bundles. `main` has one entry per host; what it imports from node_modules stays outside the
 * bundle and is packaged as it is (better-sqlite3 brings its own binaries). `preload` must be one
 * CommonJS file: sandboxed preload scripts cannot load modules.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rollupOptions: {
        input: {
          electron: resolve(root, 'src/main/hosts/electron/main.ts'),
          node: resolve(root, 'src/main/hosts/node.ts'),
          'import-worker': resolve(root, 'src/main/core/import/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(root, 'src/preload/preload.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: resolve(root, 'out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: {
          index: resolve(root, 'src/renderer/index.html'),
          diagram: resolve(root, 'src/renderer/diagram.html'),
        },
      },
    },
  },
});

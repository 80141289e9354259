import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** The address of the platform that `npm start` runs: while the console is developed, its calls are passed on there. */
const platform = process.env.PLATFORM_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  resolve: {
    alias: { 'voice-agent-platform-client': join(root, '../clients/typescript/src/index.ts') },
  },
  server: { proxy: { '/v1': platform } },
  build: {
    outDir: join(root, '../dist/console'),
    emptyOutDir: true,
    // The Content-Security-Policy has no room for data: URLs of scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A test bounds what is loaded first.
    chunkSizeWarningLimit: 1000,
    // As `light-dark()` needs them.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // Browsers keep React while the console changes.
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
      // Libraries mark what runs in browsers only; everything here does.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});

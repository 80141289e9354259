import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { workletCode } from '../clients/voice/src/microphone.ts';

const root = import.meta.dirname;

/**
 * The address of the platform that `npm start` runs: while the console is developed, its calls are passed on
 * there.
 */
const platform = process.env.PLATFORM_URL ?? 'http://127.0.0.1:3000';

/** The audio thread's code as a file: the Content-Security-Policy has no room for blob: URLs of scripts. */
const workletFile: Plugin = {
  name: 'worklet-file',
  configureServer: ({ middlewares }) => {
    middlewares.use('/voice-worklet.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(workletCode);
    });
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'voice-worklet.js', source: workletCode });
  },
};

export default defineConfig({
  root,
  plugins: [workletFile],
  resolve: {
    alias: {
      'voice-agent-platform-client': join(root, '../clients/typescript/src/index.ts'),
      'voice-agent-platform-voice': join(root, '../clients/voice/src/index.ts'),
    },
  },
  css: {
    modules: {
      // Names that say where they are from are smaller than hashes once they are compressed.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}`,
    },
  },
  server: { proxy: { '/v1': platform, '/widget': platform } },
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
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // The client exports it beside what signing in needs.
            { name: 'recordings', test: /clients\/typescript\/src\/recordings\.ts$/, priority: 1 },
            // One file is smaller than its parts, each compressed by itself.
            { name: 'main', tags: ['$initial'] },
            // As is one with the parts of most pages.
            {
              name: 'shared',
              test: /console\/src\/(api|kit|shell)\//,
              minShareCount: 12,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      // Libraries mark what runs in browsers only; everything here does.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});

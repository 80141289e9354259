import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';

// Each file has a process of its own, and most load the same packages: Node compiles them once for all.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Everything runs side by side against one platform: what is slow here is the machine, not the test. Only what hangs
    // is to be given up.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { concurrent: true },
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
  },
});

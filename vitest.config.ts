import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Everything runs side by side against one platform: what is slow here is the machine, not the test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { concurrent: true },
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
  },
});

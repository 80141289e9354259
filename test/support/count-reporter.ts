import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the suite's own count, after everything else has been said. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const unloaded = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    const failed = count('failed') + unloaded.length;
    process.once('exit', (code) => {
      // An error after the last test, such as a gap in the contract's coverage, is a failure of the suite as
      // well.
      process.stdout.write(`${count('passed')} passed, ${failed || (code === 0 ? 0 : 1)} failed\n`);
    });
  }
}

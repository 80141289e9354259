import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the suite's own count, after everything else has been said. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    process.once('exit', () => {
      process.stdout.write(`${count('passed')} passed, ${count('failed') + broken} failed\n`);
    });
  }
}

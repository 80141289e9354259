import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { everyCase } from './cases.ts';
import { calibrate, mostUnits, processorSeconds, unitMs, warmUp } from './effort.ts';
import { suiteOf } from './suite.ts';

/** Each time costs as much as two small tests. */
const calibrateEveryMs = 20_000;

/** Ends the output with the cost of the suite and its own count, after everything else has been said. */
export class CountReporter implements Reporter {
  #vitest: Vitest | undefined;
  #secondsBefore: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  /** The first one begins once everything is built, which costs nothing the next time. */
  onTestModuleQueued(): void {
    if (this.#timer) return;
    this.#secondsBefore = processorSeconds();
    warmUp();
    calibrate();
    this.#timer = setInterval(calibrate, calibrateEveryMs).unref();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const unloaded = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    const failed = count('failed') + unloaded.length;
    clearInterval(this.#timer);
    process.once('exit', (code) => {
      const outgrown = this.#outgrown();
      if (outgrown) process.exitCode = 1;
      // An error after the last test, such as a gap in the contract's coverage, is a failure of the suite as
      // well.
      const others = code !== 0 || outgrown ? 1 : 0;
      process.stdout.write(`${count('passed')} passed, ${failed || others} failed\n`);
    });
  }

  /** Says what the run has cost, and whether that is more than this suite may. */
  #outgrown(): boolean {
    const seconds = processorSeconds();
    if (seconds === undefined || this.#secondsBefore === undefined) return false;
    const spent = seconds - this.#secondsBefore;
    const units = Math.round((spent * 1000) / unitMs());
    const isBound = this.#vitest !== undefined && suiteOf(this.#vitest) === 'fast' && !everyCase;
    process.stdout.write(
      `Processor time: ${Math.round(spent)} s, or ${units.toLocaleString('en')} times the calibration of this run${isBound ? ` (at most ${mostUnits.toLocaleString('en')})` : ''}\n`,
    );
    if (!isBound || units <= mostUnits) return false;
    process.stdout.write(
      'npm test has outgrown its bound: move tests into the deep suite (test/projects.ts), or make them cheaper (docs/contributing/tests.md).\n',
    );
    return true;
  }
}

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ConsoleOptions, ConsoleUnderTest, Tab } from './console.ts';
import { startConsole } from './console.ts';

/**
 * Starts one console for the tests of a file. The result defines a test, which is skipped where there is no
 * browser. Its tabs are closed at its end, and none of them may have complained or asked anything of another
 * origin.
 */
export const consoleTests = (options: () => Promise<ConsoleOptions> = async () => ({})) => {
  let started: ConsoleUnderTest | undefined;
  const tabs: Tab[] = [];
  const kept = async (tab: Promise<Tab>): Promise<Tab> => {
    const opened = await tab;
    tabs.push(opened);
    return opened;
  };
  beforeAll(async () => {
    const console = await startConsole(await options());
    started = console && {
      ...console,
      open: (...of) => kept(console.open(...of)),
      signIn: (...of) => kept(console.signIn(...of)),
    };
  });
  afterAll(() => started?.close());
  afterEach(async ({ task: { result } }) => {
    const faults = tabs.flatMap((tab) => tab.faults);
    for (const { page } of tabs.splice(0)) await page.context().close();
    // Of a test that has failed, they would hide whether it is repeated.
    if (result?.state !== 'fail') expect(faults).toEqual([]);
  });
  return (name: string, use: (console: ConsoleUnderTest) => Promise<void>): void =>
    test(name, async ({ skip }) => {
      if (!started) return skip('There is no browser');
      await use(started);
    });
};

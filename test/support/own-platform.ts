import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBundles } from '#lib/bundles.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { PlatformDescription, PlatformOptions } from '#lib/local/platform.ts';
import { startPlatform } from '#lib/local/platform.ts';

/** Runs one of the platform's functions, as the clock would: with so much time. */
export type Run = (id: string, milliseconds?: number) => Promise<unknown>;

/** A platform that no other test file sees, in this file's own process. */
export const withOwnPlatform = async (
  use: (description: PlatformDescription, run: Run) => Promise<void>,
  options: Pick<PlatformOptions, 'indexing'> = {},
): Promise<void> => {
  // Its functions log into this process.
  console.info = () => {};
  // The DynamoDB that all other tests share.
  delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const directory = await mkdtemp(join(tmpdir(), 'platform-'));
  const bundles = await readBundles();
  const platform = await startPlatform({
    bundles,
    directory,
    memory: true,
    port: 0,
    scheduled: false,
    ...options,
  });
  const load = loadFunctions(bundles);
  const run: Run = (id, milliseconds = 240_000) => load(id)({}, toContext(id, milliseconds));
  try {
    await use(platform.description, run);
  } finally {
    await platform.close();
    await rm(directory, { recursive: true, force: true });
  }
};

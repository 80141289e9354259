import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBundles } from '#lib/bundles.ts';
import type { PlatformDescription, PlatformOptions } from '#lib/local/platform.ts';
import { startPlatform } from '#lib/local/platform.ts';

/** A platform that no other test file sees, in this file's own process. */
export const withOwnPlatform = async (
  use: (description: PlatformDescription) => Promise<void>,
  options: Pick<PlatformOptions, 'indexing'> = {},
): Promise<void> => {
  // Its functions log into this process.
  console.info = () => {};
  // The DynamoDB that all other tests share.
  delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const directory = await mkdtemp(join(tmpdir(), 'platform-'));
  const bundles = await readBundles();
  const platform = await startPlatform({ bundles, directory, memory: true, port: 0, ...options });
  try {
    await use(platform.description);
  } finally {
    await platform.close();
    await rm(directory, { recursive: true, force: true });
  }
};

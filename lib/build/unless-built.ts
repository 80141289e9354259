import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A hash of every file that a build reads. */
const hashOf = async (sources: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of globSync([...sources], { cwd: root }).sort()) {
    hash.update(file).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
};

/** Whether the last complete build had the same sources. `stamp` is the file that notes them. */
export const isBuilt = async (stamp: string, sources: readonly string[]): Promise<boolean> =>
  (await hashOf(sources)) === (await readFile(stamp, 'utf8').catch(() => undefined));

/** Builds, unless the last complete build had the same sources. Returns whether it has built. */
export const unlessBuilt = async (
  stamp: string,
  sources: readonly string[],
  build: () => Promise<unknown>,
): Promise<boolean> => {
  if (await isBuilt(stamp, sources)) return false;
  // Sources that change during the build are built again the next time.
  const inputs = await hashOf(sources);
  await rm(stamp, { force: true });
  await build();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, inputs);
  return true;
};

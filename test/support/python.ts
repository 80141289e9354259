import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { reasonToSkip } from './required.ts';

const has = (...given: string[]): boolean => spawnSync('python3', given).status === 0;

const hasPython = has('-c', 'import sys; sys.exit(sys.version_info < (3, 11))');

/** The reason that the client for Python cannot run on this machine; undefined if it can. */
export const pythonMissing = (() => {
  if (!hasPython) return reasonToSkip('python', 'There is no python3 of version 3.11 or newer');
  const hasHttpx = has('-c', 'import httpx');
  return reasonToSkip('python', hasHttpx ? undefined : 'There is no httpx: pip install ./clients/python');
})();

export const mypyMissing =
  pythonMissing ?? reasonToSkip('mypy', has('-m', 'mypy', '--version') ? undefined : 'There is no mypy');

const source = join(root, 'clients/python/src');

/** The environment of a program that imports the client, and whatever is in other folders. */
export const pythonEnvironment = (more: Readonly<Record<string, string>> = {}, ...folders: string[]) => ({
  ...process.env,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: [source, ...folders].join(process.platform === 'win32' ? ';' : ':'),
  ...more,
});

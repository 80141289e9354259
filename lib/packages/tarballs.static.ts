import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PackageFile } from '#lib/contract/packages.ts';
import { packageFiles, packClients, tarballOf } from './pack.ts';

/*
 * The packages of the clients. Bundling a function evaluates this file and keeps its exports.
 */

await packClients();

interface Tarball {
  /** In base64. */
  readonly bytes: string;
  readonly etag: string;
}

const read = async (path: string): Promise<Tarball> => {
  const bytes = await readFile(path);
  return { bytes: bytes.toString('base64'), etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
};

export const tarballs = Object.fromEntries(
  await Promise.all(packageFiles.map(async (file) => [file, await read(tarballOf(file))])),
) as Readonly<Record<PackageFile, Tarball>>;

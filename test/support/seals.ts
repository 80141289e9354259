import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { root } from '#lib/build/bundles.ts';
import { hourOf } from '#lib/domain/audit/seal.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { s3ClientFor } from './s3.ts';

/** The objects of a bucket, for somebody who may remove their locks, and for somebody who may not. */
const objectsOf = ({
  s3_endpoint,
  audit_bucket: Bucket,
  access_key_id,
  secret_access_key,
  region,
}: PlatformDescription) => {
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  const s3 = s3ClientFor(s3_endpoint, { region, credentials });
  const write = (Key: string, Body: Buffer | string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  const remove = async (Key: string) => {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: Key }),
    );
    for (const { VersionId } of [...Versions, ...DeleteMarkers]) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    }
  };
  return {
    get: async (Key: string) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    put: async (Key: string, Body: Buffer | string) => {
      await remove(Key);
      await write(Key, Body);
    },
    remove,
    /** Writes another version over a locked one. */
    cover: write,
    /** Lays a delete marker over a locked version. */
    hide: (Key: string) => s3.send(new DeleteObjectCommand({ Bucket, Key })),
  };
};

/** The seals of a platform that runs in this process. */
export const sealsOf = async (description: PlatformDescription) => {
  const directory = await mkdtemp(join(tmpdir(), 'seals-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(description));
  /** The beginning of the hour in which the test has begun. It may end during the test. */
  const began = Date.parse(hourOf(new Date().toISOString()));
  return {
    directory,
    objects: objectsOf(description),
    hourAt: (hours: number): string => new Date(began + hours * hourMs).toISOString(),
    /** Seals what is over when so many hours, and the ten minutes that late records have, have passed. */
    seal: async (hours: number): Promise<number> => {
      const { sealHours } = await import('#lib/audit/seal-hours.ts');
      return (await sealHours(() => true, began + hours * hourMs + 10 * 60_000)).done;
    },
    /** The output of `verify-audit`, and how it ended. */
    verified: (...options: string[]): Promise<string> =>
      new Promise((resolve) => {
        const all = [join(root, 'bin/verify-audit.ts'), '--local', '--directory', directory, ...options];
        execFile(process.execPath, all, (error, stdout, stderr) =>
          resolve(`${stdout}${stderr}${error ? 'failed' : 'passed'}`),
        );
      }),
    close: () => rm(directory, { recursive: true, force: true }),
  };
};

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { onTestFinished } from 'vitest';
import type { EmbeddedS3Options } from '#lib/local/s3/server.ts';
import { startS3 } from '#lib/local/s3/server.ts';

export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret of tests' };
export const region = 'eu-central-1';
export const Bucket = 'recordings';

export const s3ClientFor = (endpoint: string, more: object = {}): S3Client =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1, ...more });

export const scratchDirectory = async (finished: typeof onTestFinished): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), `s3-${randomUUID()}`));
  finished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** An embedded S3 for one test, with a client. */
export const testS3 = async (finished: typeof onTestFinished, options: Partial<EmbeddedS3Options> = {}) => {
  const directory = options.directory ?? (await scratchDirectory(finished));
  const server = await startS3({ buckets: [Bucket], credentials, region, ...options, directory });
  finished(server.close);
  return { server, directory, endpoint: server.endpoint, s3: s3ClientFor(server.endpoint) };
};

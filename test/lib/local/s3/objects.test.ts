import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ListObjectVersionsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import type { ObjectCreated } from '#lib/local/s3/deliveries.ts';
import { eventually } from '../../../support/eventually.ts';
import { Bucket, s3ClientFor, scratchDirectory, testS3 } from '../../../support/s3.ts';

const read = async (s3: S3Client, Key: string, more: object = {}): Promise<Buffer> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

const nameOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing was thrown',
    (error: Error) => error.name,
  );

test('objects of any size are returned as they were sent', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  for (const size of [0, 1, 65_536, 3_000_000]) {
    const Body = randomBytes(size);
    const { ETag } = await s3.send(
      new PutObjectCommand({ Bucket, Key: `${size}`, Body, ContentType: 'audio/mpeg' }),
    );
    expect((await read(s3, `${size}`)).equals(Body)).toBe(true);
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: `${size}` }));
    expect(head).toMatchObject({
      ContentLength: size,
      ETag,
      ContentType: 'audio/mpeg',
      AcceptRanges: 'bytes',
    });
  }
});

test('a stream is accepted in signed or unsigned chunks, with its checksum', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const bytes = randomBytes(300_000);
  for (const ChecksumAlgorithm of ['CRC32'] as const) {
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: ChecksumAlgorithm,
        Body: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]),
        ContentLength: bytes.length,
        ChecksumAlgorithm,
      }),
    );
    expect((await read(s3, ChecksumAlgorithm)).equals(bytes)).toBe(true);
  }
});

test('keys are used byte by byte, and cannot leave the bucket', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const keys = [
    'a b',
    'a+b',
    '100%',
    'ü/予約',
    '../../x',
    './y',
    'z/',
    "quo'te(1)!*",
    'a//b',
    '%2F',
    'x?y=z&w',
  ];
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  for (const Key of keys) expect((await read(s3, Key)).toString()).toBe(Key);
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const inOrder = [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect(Contents.map(({ Key }) => Key)).toEqual(inOrder);
});

test('a range is answered in each of its forms', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: '0123456789' }));
  const range = async (Range: string) => (await read(s3, 'k', { Range })).toString();
  expect(await range('bytes=2-4')).toBe('234');
  expect(await range('bytes=7-')).toBe('789');
  expect(await range('bytes=7-100')).toBe('789');
  expect(await range('bytes=-3')).toBe('789');
  expect(await range('bytes=-100')).toBe('0123456789');
  expect(await range('bytes=0-0')).toBe('0');
  expect(await range('bytes=4-2')).toBe('0123456789');
  expect(await range('lines=1-2')).toBe('0123456789');
  for (const Range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
    expect(await nameOf(s3.send(new GetObjectCommand({ Bucket, Key: 'k', Range })))).toBe('InvalidRange');
  }
});

test('conditional writes are respected', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
  const get = (more: object) => nameOf(s3.send(new GetObjectCommand({ Bucket, Key: 'k', ...more })));
  expect(await get({ IfMatch: '"other"' })).toBe('PreconditionFailed');
  expect(await get({ IfMatch: ETag })).toBe('nothing was thrown');
  const known = s3.send(new GetObjectCommand({ Bucket, Key: 'k', IfNoneMatch: ETag }));
  await expect(known).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  const put = (more: object) =>
    nameOf(s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'y', ...more })));
  expect(await put({ IfNoneMatch: '*' })).toBe('PreconditionFailed');
  expect(await put({ IfMatch: '"other"' })).toBe('PreconditionFailed');
  expect(await put({ IfMatch: ETag })).toBe('nothing was thrown');
});

test('of concurrent uploads with If-None-Match, one succeeds', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const bodies = ['a', 'b', 'c', 'd', 'e'];
  const outcomes = await Promise.all(
    bodies.map((Body) => nameOf(s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body, IfNoneMatch: '*' })))),
  );
  expect(outcomes.filter((name) => name === 'PreconditionFailed')).toHaveLength(4);
  const winner = bodies[outcomes.indexOf('nothing was thrown')];
  expect((await read(s3, 'k')).toString()).toBe(winner);
});

test('objects are deleted, one or many, and deleting a missing object is not an error', async ({
  onTestFinished,
}) => {
  const { s3 } = await testS3(onTestFinished);
  for (const Key of ['a', 'b', 'c&<>"', 'd']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
  const Objects = [{ Key: 'b' }, { Key: 'c&<>"' }, { Key: 'missing' }];
  const { Deleted = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Deleted).toEqual(Objects);
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  expect(Contents.map(({ Key }) => Key)).toEqual(['d']);
  expect(await nameOf(read(s3, 'a'))).toBe('NoSuchKey');
});

test('lists have pages and common prefixes', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  for (const Key of ['a/1', 'a/2', 'b/1', 'c', 'd', 'e/f/g']) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  }
  const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket, ...more }));
  const grouped = await list({ Delimiter: '/' });
  expect(grouped.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'b/', 'e/']);
  expect(grouped.Contents?.map(({ Key }) => Key)).toEqual(['c', 'd']);
  expect((await list({ Prefix: 'a/' })).Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2']);
  const later = await list({ Prefix: 'a/', StartAfter: 'a/1' });
  expect(later.Contents?.map(({ Key }) => Key)).toEqual(['a/2']);

  const seen: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ MaxKeys: 2, Delimiter: '/', ContinuationToken });
    seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
    seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(seen).toEqual(['a/', 'b/', 'c', 'd', 'e/']);
});

test('a bucket with versions keeps each of them, also after a restart', async ({ onTestFinished }) => {
  const directory = await scratchDirectory(onTestFinished);
  const first = await testS3(onTestFinished, { directory, versioned: [Bucket] });
  for (const [Key, Body] of ['a1', 'b1', 'b2', 'b3'].map((Body) => [Body.charAt(0), Body] as const)) {
    await first.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  }
  await first.s3.send(new DeleteObjectCommand({ Bucket, Key: 'b' }));
  await first.server.close();

  const { s3 } = await testS3(onTestFinished, { directory, versioned: [Bucket] });
  expect(await nameOf(read(s3, 'b'))).toBe('NoSuchKey');
  await s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'b4', IfNoneMatch: '*' }));
  const found: string[] = [];
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    page = await s3.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker, MaxKeys: 2 }));
    for (const { Key = '', VersionId } of page.Versions ?? [])
      found.push(String(await read(s3, Key, { VersionId })));
    for (const { Key, VersionId } of page.DeleteMarkers ?? []) {
      found.push(`${Key} deleted`);
      await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    }
  } while (page.IsTruncated);
  expect(found).toEqual(['a1', 'b4', 'b3', 'b deleted', 'b2', 'b1']);
  const { Versions, DeleteMarkers } = await s3.send(
    new ListObjectVersionsCommand({ Bucket, KeyMarker: 'a' }),
  );
  expect([Versions?.map(({ IsLatest }) => IsLatest), DeleteMarkers]).toEqual([
    [true, false, false, false],
    undefined,
  ]);
});

test('an upload in parts becomes one object, whatever the order of its parts', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const Key = 'large';
  const [first, second] = [randomBytes(5 * 1024 * 1024), randomBytes(1000)];
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'audio/wav', Metadata: { a: 'b' } }),
  );
  const part = async (PartNumber: number, Body: Buffer) => {
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const last = await part(2, second);
  const start = await part(1, first);
  const complete = (Parts: object[]) =>
    s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  expect(await nameOf(complete([last, start]))).toBe('InvalidPartOrder');
  expect(await nameOf(complete([start, { ...last, ETag: '"other"' }]))).toBe('InvalidPart');
  const { ETag } = await complete([start, last]);
  expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
  expect((await read(s3, Key)).equals(Buffer.concat([first, second]))).toBe(true);
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentType: 'audio/wav',
    Metadata: { a: 'b' },
  });
  expect(await nameOf(part(3, second))).toBe('NoSuchUpload');

  const aborted = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'never' }));
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'never', UploadId: aborted.UploadId }));
  expect(await nameOf(read(s3, 'never'))).toBe('NoSuchKey');
});

test('an operation that is not implemented is refused, and changes nothing', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
  expect(await nameOf(s3.send(new GetObjectAclCommand({ Bucket, Key: 'k' })))).toBe('NotImplemented');
  const hashed = new PutObjectCommand({ Bucket, Key: 'k', Body: 'y', ChecksumAlgorithm: 'SHA256' });
  expect(await nameOf(s3.send(hashed))).toBe('NotImplemented');
  const copy = new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/k` });
  expect(await nameOf(s3.send(copy))).toBe('NotImplemented');
  const tagged = new PutObjectCommand({ Bucket, Key: 'k', Body: 'y', Tagging: 'a=b' });
  expect(await nameOf(s3.send(tagged))).toBe('NotImplemented');
  expect((await read(s3, 'k')).toString()).toBe('x');
});

test('a missing bucket is reported', async ({ onTestFinished }) => {
  const { s3 } = await testS3(onTestFinished);
  const put = new PutObjectCommand({ Bucket: 'other', Key: 'k', Body: 'x' });
  expect(await nameOf(s3.send(put))).toBe('NoSuchBucket');
});

test('each new object causes one event, in EventBridge’s form', async ({ onTestFinished }) => {
  const events: ObjectCreated[] = [];
  const { s3 } = await testS3(onTestFinished, {
    onObjectCreated: async (event) => {
      events.push(event);
    },
  });
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a b/ü+%', Body: 'xyz' }));
  await eventually(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject({
    source: 'aws.s3',
    'detail-type': 'Object Created',
    region: 'eu-central-1',
    detail: { bucket: { name: Bucket }, object: { key: 'a b/ü+%', size: 3 } },
  });
});

test('an event that is not accepted is delivered again, also after a restart', async ({ onTestFinished }) => {
  // Each refusal is logged, as it should be.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const directory = await scratchDirectory(onTestFinished);
  const refused = await testS3(onTestFinished, {
    directory,
    onObjectCreated: () => Promise.reject(new Error('Injected')),
  });
  await refused.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
  await refused.server.close();

  const keys: string[] = [];
  let failures = 1;
  const again = await testS3(onTestFinished, {
    directory,
    onObjectCreated: async ({ detail }) => {
      if (failures-- > 0) throw new Error('Injected');
      keys.push(detail.object.key);
    },
  });
  await eventually(() => expect(keys).toEqual(['k']));
  await again.server.close();

  const told = vi.fn(async () => {});
  const third = await testS3(onTestFinished, { directory, onObjectCreated: told });
  expect((await read(s3ClientFor(third.endpoint), 'k')).toString()).toBe('x');
  expect(told).not.toHaveBeenCalled();
});

test('an interrupted upload leaves nothing, and the existing object is unchanged', async ({
  onTestFinished,
}) => {
  const { s3, endpoint } = await testS3(onTestFinished);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'old' }));
  for (const Key of ['k', 'new']) {
    const broken = new AbortController();
    const Body = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        broken.abort();
        await new Promise(() => {});
      })(),
    );
    const put = new PutObjectCommand({ Bucket, Key, Body, ContentLength: 1_000_000 });
    await expect(s3ClientFor(endpoint).send(put, { abortSignal: broken.signal })).rejects.toThrow();
  }
  expect((await read(s3, 'k')).toString()).toBe('old');
  expect(await nameOf(read(s3, 'new'))).toBe('NoSuchKey');
});

test('a browser of an allowed origin can read and upload', async ({ onTestFinished }) => {
  const allowedOrigins = () => ['https://app.example'];
  const { endpoint } = await testS3(onTestFinished, { allowedOrigins });
  const preflight = (method: string, origin = 'https://app.example') =>
    fetch(`${endpoint}/${Bucket}/k`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'range',
      },
    });
  const allowed = await preflight('PUT');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://app.example',
  ]);
  expect(allowed.headers.get('access-control-allow-headers')).toBe('range');
  expect((await preflight('DELETE')).status).toBe(403);
  const other = await preflight('PUT', 'https://other.example');
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Digest } from './checksums.ts';
import { announcedChecksums, md5, sha256 } from './checksums.ts';
import type { ChunkedBody } from './chunked.ts';
import { isChunked, readChunks } from './chunked.ts';
import { S3Error } from './errors.ts';
import { parseRange } from './range.ts';
import type { SignedRequest, Verified } from './signature.ts';
import type { BucketStore, PendingEvent, Received, StoredObject } from './store.ts';
import type { Part, Upload, Uploads } from './uploads.ts';
import type { Xml } from './xml.ts';
import { document, elements, textOf } from './xml.ts';

export interface S3Request extends SignedRequest {
  readonly bucket: string;
  readonly key: string;
  readonly body: IncomingMessage;
  readonly verified: Verified;
}

export interface S3Context {
  readonly buckets: ReadonlyMap<string, BucketStore>;
  readonly uploads: Uploads;
  readonly now: () => Date;
  readonly created: (event: PendingEvent, store: BucketStore) => void;
}

type Operation = (request: S3Request, response: ServerResponse, context: S3Context) => Promise<void>;

const storeOf = ({ bucket }: S3Request, { buckets }: S3Context): BucketStore => {
  const store = buckets.get(bucket);
  if (!store) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  return store;
};

const sendXml = (response: ServerResponse, root: string, value: Xml): void => {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(document(root, value));
};

interface ReceivedBody extends Received {
  /** Hexadecimal MD5. */
  readonly etag: string;
  readonly checksums: Readonly<Record<string, string>>;
}

const maxObjectBytes = 5 * 1024 ** 3;

/** How many bytes are announced: of what is sent, or of what is inside the chunks. */
const announcedLength = ({ headers, verified }: S3Request): number => {
  const length = headers[isChunked(verified.payload) ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length === undefined)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length header.');
  if (Number(length) > maxObjectBytes) {
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
  return Number(length);
};

const checkDigests = (
  digests: ReadonlyMap<string, Digest>,
  sent: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    [...digests].map(([name, digest]) => {
      const value = digest.digest().toString('base64');
      if (sent[name] !== value) {
        throw new S3Error('BadDigest', `The ${name} you specified did not match what we received.`);
      }
      return [name, value];
    }),
  );

/** Takes a body to disk, and keeps it only if it is all that was announced. */
const receive = async (request: S3Request, store: BucketStore): Promise<ReceivedBody> => {
  const { headers, verified, body } = request;
  const length = announcedLength(request);
  const digests = announcedChecksums(headers);
  const [etag, hash] = [md5(), sha256()];
  const chunked: ChunkedBody | undefined = isChunked(verified.payload)
    ? readChunks(body as AsyncIterable<Buffer>, verified)
    : undefined;
  const source = chunked?.content ?? (body as AsyncIterable<Buffer>);

  const observed = async function* () {
    for await (const piece of source) {
      for (const digest of [etag, hash, ...digests.values()]) digest.update(piece);
      yield piece;
    }
  };
  const received = await store.receive(observed());
  try {
    if (received.size !== length) {
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the length header',
      );
    }
    if (/^[0-9a-f]{64}$/.test(verified.payload) && hash.digest().toString('hex') !== verified.payload) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const checksums = checkDigests(digests, { ...headers, ...chunked?.trailers });
    return { ...received, etag: etag.digest().toString('hex'), checksums };
  } catch (error) {
    await store.discard(received);
    throw error;
  }
};

/** A body that is an XML document. */
const receiveText = async (request: S3Request, store: BucketStore): Promise<string> => {
  const received = await receive(request, store);
  const pieces: Buffer[] = [];
  for await (const piece of store.read(received.file)) pieces.push(piece as Buffer);
  await store.discard(received);
  return Buffer.concat(pieces).toString();
};

const kept = /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/;

/** The headers that an object is answered with later. */
const keptHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => kept.test(name))
      .map(([name, value]) =>
        // The chunks were the transfer's, not the object's.
        name === 'content-encoding' ? [name, value.replace(/aws-chunked,?\s*/, '')] : [name, value],
      )
      .filter(([, value]) => value !== ''),
  ),
});

/** Writes may depend on there being nothing yet, or on what is there. */
const admission =
  ({ headers }: S3Request) =>
  (existing: StoredObject | undefined): void => {
    const failed = new S3Error(
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
    if (headers['if-none-match'] === '*' && existing) throw failed;
    const expected = headers['if-match'];
    if (expected !== undefined && expected !== `"${existing?.etag}"`) throw failed;
  };

const checksumHeaders = ({ checksums }: Pick<StoredObject, 'checksums'>): Record<string, string> =>
  Object.fromEntries(Object.entries(checksums).filter(([name]) => name !== 'content-md5'));

const putObject: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const admit = admission(request);
  admit(store.find(request.key));
  const { file, size, etag, checksums } = await receive(request, store);
  const object: StoredObject = {
    key: request.key,
    size,
    etag,
    modified: context.now().toISOString(),
    headers: keptHeaders(request.headers),
    checksums,
    file,
  };
  try {
    context.created(await store.put(object, admit), store);
  } catch (error) {
    await store.discard({ file, size });
    throw error;
  }
  response.writeHead(200, { etag: `"${etag}"`, ...checksumHeaders(object) }).end();
};

/** Overrides of a signed link: `response-content-type` becomes `content-type`. */
const overrides = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [
      'content-type',
      'content-language',
      'expires',
      'cache-control',
      'content-disposition',
      'content-encoding',
    ]
      .map((name) => [name, query.get(`response-${name}`)] as const)
      .filter((pair): pair is readonly [string, string] => pair[1] !== null),
  );

const isUnmodified = (object: StoredObject, headers: S3Request['headers']): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === '*' || tags.includes(`"${object.etag}"`);
  const since = headers['if-modified-since'];
  return since !== undefined && Math.floor(Date.parse(object.modified) / 1000) * 1000 <= Date.parse(since);
};

const getObject: Operation = async (request, response, context) => {
  const { headers, query, method, key } = request;
  const store = storeOf(request, context);
  const object = store.find(key);
  if (!object) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  const expected = headers['if-match'];
  if (expected !== undefined && expected !== '*' && !expected.includes(`"${object.etag}"`)) {
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const validators = { etag: `"${object.etag}"`, 'last-modified': new Date(object.modified).toUTCString() };
  if (isUnmodified(object, headers)) {
    response.writeHead(304, validators).end();
    return;
  }

  const range = parseRange(headers.range, object.size);
  const length = range ? range.end - range.start + 1 : object.size;
  // Opened before anything is said, so that a replacement meanwhile changes nothing.
  const file = await store.open(object);
  try {
    response.writeHead(range ? 206 : 200, {
      ...object.headers,
      ...overrides(query),
      ...validators,
      'accept-ranges': 'bytes',
      'content-length': length,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` }),
      ...(headers['x-amz-checksum-mode'] === 'ENABLED' && !range && checksumHeaders(object)),
    });
    if (method === 'HEAD' || length === 0) response.end();
    else await pipeline(file.createReadStream({ ...range, autoClose: false }), response);
  } finally {
    await file.close();
  }
};

const deleteObject: Operation = async (request, response, context) => {
  await storeOf(request, context).remove(request.key);
  response.writeHead(204).end();
};

const deleteObjects: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const xml = await receiveText(request, store);
  const keys = elements(xml, 'Object').flatMap((object) => textOf(object, 'Key') ?? []);
  if (keys.length === 0 || keys.length > 1000) {
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate');
  }
  for (const key of keys) await store.remove(key);
  const quiet = textOf(xml, 'Quiet') === 'true';
  sendXml(response, 'DeleteResult', { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) });
};

const listObjects: Operation = async (request, response, context) => {
  const { query } = request;
  const store = storeOf(request, context);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : (query.get('start-after') ?? '');
  const encoded = (text: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text);

  const groups = new Set<string>();
  const contents: StoredObject[] = [];
  let last = '';
  let truncated = false;
  for (const object of store.list()) {
    const { key } = object;
    if (!key.startsWith(prefix)) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const group = end < 0 ? undefined : key.slice(0, end + delimiter.length);
    const place = group ?? key;
    if (Buffer.compare(Buffer.from(place), Buffer.from(after)) <= 0) continue;
    if (group !== undefined && groups.has(group)) continue;
    if (groups.size + contents.length >= maxKeys) {
      truncated = true;
      break;
    }
    last = place;
    if (group === undefined) contents.push(object);
    else groups.add(group);
  }
  sendXml(response, 'ListBucketResult', {
    Name: request.bucket,
    Prefix: encoded(prefix),
    Delimiter: delimiter ? encoded(delimiter) : undefined,
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type') ?? undefined,
    KeyCount: groups.size + contents.length,
    IsTruncated: truncated,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: truncated ? Buffer.from(last).toString('base64url') : undefined,
    Contents: contents.map(({ key, size, etag, modified }) => ({
      Key: encoded(key),
      LastModified: modified,
      ETag: `"${etag}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: [...groups].map((group) => ({ Prefix: encoded(group) })),
  });
};

const headBucket: Operation = async (request, response, context) => {
  storeOf(request, context);
  response.writeHead(200).end();
};

const uploadOf = ({ query, bucket, key }: S3Request, { uploads }: S3Context): Upload => {
  const upload = uploads.find(query.get('uploadId') ?? '', bucket, key);
  if (!upload) throw new S3Error('NoSuchUpload', 'The specified upload does not exist.');
  return upload;
};

const createUpload: Operation = async (request, response, context) => {
  storeOf(request, context);
  const { id } = context.uploads.start(request.bucket, request.key, keptHeaders(request.headers));
  sendXml(response, 'InitiateMultipartUploadResult', {
    Bucket: request.bucket,
    Key: request.key,
    UploadId: id,
  });
};

const uploadPart: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const upload = uploadOf(request, context);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const { file, size, etag, checksums } = await receive(request, store);
  const before = upload.parts.get(number);
  upload.parts.set(number, { number, file, size, etag, modified: context.now().toISOString() });
  if (before) await store.discard(before);
  response.writeHead(200, { etag: `"${etag}"`, ...checksumHeaders({ checksums }) }).end();
};

const listParts: Operation = async (request, response, context) => {
  const upload = uploadOf(request, context);
  const parts = [...upload.parts.values()].sort((one, other) => one.number - other.number);
  sendXml(response, 'ListPartsResult', {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    IsTruncated: false,
    Part: parts.map(({ number, etag, size, modified }) => ({
      PartNumber: number,
      LastModified: modified,
      ETag: `"${etag}"`,
      Size: size,
    })),
  });
};

const minPartBytes = 5 * 1024 * 1024;

/** The parts that a completion names, in its order, which must be that of their numbers. */
const namedParts = (xml: string, upload: Upload): Part[] => {
  const named = elements(xml, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll('"', ''),
  }));
  if (named.length === 0) {
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate');
  }
  return named.map(({ number, etag }, at) => {
    const part = upload.parts.get(number);
    if (part?.etag !== etag) {
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    if (number <= (named[at - 1]?.number ?? 0)) {
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    if (part.size < minPartBytes && at < named.length - 1) {
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    }
    return part;
  });
};

const completeUpload: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const upload = uploadOf(request, context);
  const admit = admission(request);
  admit(store.find(request.key));
  const parts = namedParts(await receiveText(request, store), upload);
  const joined = async function* () {
    for (const { file } of parts) yield* store.read(file) as Readable & AsyncIterable<Buffer>;
  };
  const { file, size } = await store.receive(joined());
  const digest = md5();
  for (const { etag } of parts) digest.update(Buffer.from(etag, 'hex'));
  const etag = `${digest.digest().toString('hex')}-${parts.length}`;
  const object: StoredObject = {
    key: request.key,
    size,
    etag,
    modified: context.now().toISOString(),
    headers: upload.headers,
    checksums: {},
    file,
  };
  try {
    context.created(await store.put(object, admit), store);
  } catch (error) {
    await store.discard({ file, size });
    throw error;
  }
  await endUpload(upload, store, context);
  sendXml(response, 'CompleteMultipartUploadResult', {
    Bucket: request.bucket,
    Key: request.key,
    ETag: `"${etag}"`,
  });
};

const endUpload = async (upload: Upload, store: BucketStore, { uploads }: S3Context): Promise<void> => {
  uploads.end(upload);
  for (const part of upload.parts.values()) await store.discard(part);
};

const abortUpload: Operation = async (request, response, context) => {
  await endUpload(uploadOf(request, context), storeOf(request, context), context);
  response.writeHead(204).end();
};

const notImplemented = (what: string): S3Error =>
  new S3Error('NotImplemented', `The embedded S3 does not implement ${what}`);

/** Parameters that any operation may have: the signature, and overrides. */
const isOrdinary = (name: string): boolean => /^(x-amz-|response-|x-id$)/i.test(name);

/** Which operation is meant: by the method, whether there is a key, and the parameters that name a part of it. */
const table: Readonly<Record<string, Operation>> = {
  'GET bucket list-type': listObjects,
  'HEAD bucket': headBucket,
  'POST bucket delete': deleteObjects,
  'GET key': getObject,
  'HEAD key': getObject,
  'PUT key': putObject,
  'DELETE key': deleteObject,
  'POST key uploads': createUpload,
  'PUT key partNumber uploadId': uploadPart,
  'GET key uploadId': listParts,
  'POST key uploadId': completeUpload,
  'DELETE key uploadId': abortUpload,
};

const listParameters = new Set([
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
  'max-parts',
  'part-number-marker',
]);

/** Copies and customer keys come as headers of an upload. */
const unimplementedHeader =
  /^x-amz-(copy-source|server-side-encryption-customer-|tagging|object-lock-|acl|grant-)/;

/** What is not implemented is refused, rather than taken for something else. */
export const operationOf = ({ method, key, query, headers }: S3Request): Operation => {
  const header = Object.keys(headers).find((name) => unimplementedHeader.test(name));
  if (header) throw notImplemented(header);
  const parts = [...new Set(query.keys())]
    .filter((name) => !isOrdinary(name) && !listParameters.has(name))
    .sort();
  const name = [method, key === '' ? 'bucket' : 'key', ...parts].join(' ');
  const operation = table[name];
  if (!operation) throw notImplemented(name);
  return operation;
};

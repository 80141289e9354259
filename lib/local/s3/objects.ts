import { pipeline } from 'node:stream/promises';
import { S3Error } from './errors.ts';
import { parseRange } from './range.ts';
import { receive, receiveText } from './receive.ts';
import type { Operation, S3Context, S3Request } from './request.ts';
import { sendXml, storeOf } from './request.ts';
import type { StoredObject } from './store.ts';
import { elements, textOf } from './xml.ts';

const kept = /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/;

/** The headers that are stored with an object and returned with it. */
export const keptHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => kept.test(name))
      .map(([name, value]) =>
        // The chunked encoding belongs to the transfer, not to the object.
        name === 'content-encoding' ? [name, value.replace(/aws-chunked,?\s*/, '')] : [name, value],
      )
      .filter(([, value]) => value !== ''),
  ),
});

/** Conditional writes: whether the existing object allows a write. */
export const admission =
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

export const checksumHeaders = ({ checksums }: Pick<StoredObject, 'checksums'>): Record<string, string> =>
  Object.fromEntries(Object.entries(checksums).filter(([name]) => name !== 'content-md5'));

/**
 * Makes an object of received bytes, and reports it. If the request's conditions do not hold any more, the
 * bytes are discarded.
 */
export const createObject = async (
  request: S3Request,
  context: S3Context,
  received: Omit<StoredObject, 'key' | 'modified'>,
): Promise<StoredObject> => {
  const store = storeOf(request, context);
  const object = { ...received, key: request.key, modified: context.now().toISOString() };
  try {
    context.created(await store.put(object, admission(request)), store);
  } catch (error) {
    await store.discard(received);
    throw error;
  }
  return object;
};

export const putObject: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  admission(request)(store.find(request.key));
  const received = await receive(request, store);
  const headers = keptHeaders(request.headers);
  const object = await createObject(request, context, { ...received, headers });
  response.writeHead(200, { etag: `"${object.etag}"`, ...checksumHeaders(object) }).end();
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

export const getObject: Operation = async (request, response, context) => {
  const { headers, query, method, key } = request;
  const store = storeOf(request, context);
  const object = store.find(key, query.get('versionId') ?? undefined);
  if (!object) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (object.isDeleteMarker) throw new S3Error('MethodNotAllowed', 'A delete marker cannot be read.');
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
  // Opened before the answer begins, so that a concurrent replacement has no effect.
  const file = await store.open(object).catch(() => {
    throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  });
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

export const deleteObject: Operation = async (request, response, context) => {
  const version = request.query.get('versionId') ?? undefined;
  await storeOf(request, context).remove(request.key, context.now().toISOString(), version);
  response.writeHead(204).end();
};

export const deleteObjects: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const xml = await receiveText(request, store);
  const keys = elements(xml, 'Object').flatMap((object) => {
    const key = textOf(object, 'Key');
    return key === undefined ? [] : [{ Key: key, VersionId: textOf(object, 'VersionId') }];
  });
  if (keys.length === 0 || keys.length > 1000) {
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate');
  }
  for (const { Key, VersionId } of keys) await store.remove(Key, context.now().toISOString(), VersionId);
  const quiet = textOf(xml, 'Quiet') === 'true';
  sendXml(response, 'DeleteResult', { Deleted: quiet ? [] : keys });
};

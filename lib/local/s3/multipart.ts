import type { Readable } from 'node:stream';
import { md5 } from './checksums.ts';
import { S3Error } from './errors.ts';
import { admission, checksumHeaders, createObject, keptHeaders } from './objects.ts';
import { receive, receiveText } from './receive.ts';
import type { Operation, S3Context, S3Request } from './request.ts';
import { sendXml, storeOf } from './request.ts';
import type { BucketStore } from './store.ts';
import type { Part, Upload } from './uploads.ts';
import { elements, textOf } from './xml.ts';

const uploadOf = ({ query, bucket, key }: S3Request, { uploads }: S3Context): Upload => {
  const upload = uploads.find(query.get('uploadId') ?? '', bucket, key);
  if (!upload) throw new S3Error('NoSuchUpload', 'The specified upload does not exist.');
  return upload;
};

export const createUpload: Operation = async (request, response, context) => {
  storeOf(request, context);
  const { id } = context.uploads.start(request.bucket, request.key, keptHeaders(request.headers));
  sendXml(response, 'InitiateMultipartUploadResult', {
    Bucket: request.bucket,
    Key: request.key,
    UploadId: id,
  });
};

export const uploadPart: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const upload = uploadOf(request, context);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const { file, size, etag, checksums } = await receive(request, store);
  const before = upload.parts.get(number);
  upload.parts.set(number, { file, size, etag });
  if (before) await store.discard(before);
  response.writeHead(200, { etag: `"${etag}"`, ...checksumHeaders({ checksums }) }).end();
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
  if (named.some(({ number }, at) => number <= (named[at - 1]?.number ?? 0))) {
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  return named.map(({ number, etag }, at) => {
    const part = upload.parts.get(number);
    if (part?.etag !== etag) {
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    if (part.size < minPartBytes && at < named.length - 1) {
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    }
    return part;
  });
};

export const completeUpload: Operation = async (request, response, context) => {
  const store = storeOf(request, context);
  const upload = uploadOf(request, context);
  admission(request)(store.find(request.key));
  const parts = namedParts(await receiveText(request, store), upload);
  const joined = async function* () {
    for (const { file } of parts) yield* store.read(file) as Readable & AsyncIterable<Buffer>;
  };
  const { file, size } = await store.receive(joined());
  const digest = md5();
  for (const { etag } of parts) digest.update(Buffer.from(etag, 'hex'));
  const etag = `${digest.digest().toString('hex')}-${parts.length}`;
  await createObject(request, context, { file, size, etag, headers: upload.headers, checksums: {} });
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

export const abortUpload: Operation = async (request, response, context) => {
  await endUpload(uploadOf(request, context), storeOf(request, context), context);
  response.writeHead(204).end();
};

import { S3Error } from './errors.ts';
import { listObjects, listVersions } from './listing.ts';
import { abortUpload, completeUpload, createUpload, uploadPart } from './multipart.ts';
import { deleteObject, deleteObjects, getObject, putObject } from './objects.ts';
import type { Operation, S3Request } from './request.ts';

const notImplemented = (what: string): S3Error =>
  new S3Error('NotImplemented', `The embedded S3 does not implement ${what}`);

/** Parameters that every operation may have: the signature and overrides. */
const isOrdinary = (name: string): boolean => /^(x-amz-|response-|x-id$)/i.test(name);

/** The operations, by method, whether there is a key, and the parameters that select a subresource. */
const table: Readonly<Record<string, Operation>> = {
  'GET bucket list-type': listObjects,
  'GET bucket versions': listVersions,
  'POST bucket delete': deleteObjects,
  'GET key': getObject,
  'HEAD key': getObject,
  'GET key versionId': getObject,
  'HEAD key versionId': getObject,
  'PUT key': putObject,
  'DELETE key': deleteObject,
  'DELETE key versionId': deleteObject,
  'POST key uploads': createUpload,
  'PUT key partNumber uploadId': uploadPart,
  'POST key uploadId': completeUpload,
  'DELETE key uploadId': abortUpload,
};

const listParameters = new Set([
  'prefix',
  'delimiter',
  'max-keys',
  'start-after',
  'continuation-token',
  'key-marker',
  'version-id-marker',
  'encoding-type',
]);

/** Copies and customer keys come as headers of an upload. */
const unimplementedHeader =
  /^x-amz-(copy-source|server-side-encryption-customer-|tagging|object-lock-|acl|grant-)/;

/** The operation of a request. Refuses operations that are not implemented. */
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';
import type { SignedRequest, VerifiedSignature } from './signature.ts';
import type { BucketStore, PendingEvent } from './store.ts';
import type { Uploads } from './uploads.ts';
import type { Xml } from './xml.ts';
import { document } from './xml.ts';

export interface S3Request extends SignedRequest {
  readonly bucket: string;
  readonly key: string;
  readonly body: IncomingMessage;
  readonly verified: VerifiedSignature;
}

export interface S3Context {
  readonly buckets: ReadonlyMap<string, BucketStore>;
  readonly uploads: Uploads;
  readonly now: () => Date;
  readonly created: (event: PendingEvent, store: BucketStore) => void;
}

export type Operation = (request: S3Request, response: ServerResponse, context: S3Context) => Promise<void>;

export const storeOf = ({ bucket }: S3Request, { buckets }: S3Context): BucketStore => {
  const store = buckets.get(bucket);
  if (!store) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  return store;
};

export const sendXml = (response: ServerResponse, root: string, value: Xml): void => {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(document(root, value));
};

import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { bucketName, s3 } from './bucket.ts';

/*
 * Links to objects. The SDK's `getSignedUrl` determines the bucket's endpoint and assembles a request for
 * each link, which takes nine tenths of the time. Here this is done once per function instance.
 */

interface Place {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  /** The path of an object without its key. */
  readonly path: string;
}

const anyKey = 'key';

const findPlace = async (): Promise<Place> => {
  const command = new GetObjectCommand({ Bucket: bucketName(), Key: anyKey });
  const { protocol, hostname, port, pathname } = new URL(await getSignedUrl(s3, command));
  return {
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path: pathname.slice(0, -anyKey.length),
  };
};

let found: Promise<Place> | undefined;

const placeOfBucket = (): Promise<Place> => {
  found ??= findPlace().catch((error) => {
    found = undefined;
    throw error;
  });
  return found;
};

const presigner = new S3RequestPresigner(s3.config);

/** As a signature expects it, which is stricter than `encodeURIComponent` (RFC 3986, section 2.3). */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A link that reads an object. Its parameters override the headers with which the object was uploaded. */
export const presignGet = async (
  key: string,
  answer: Readonly<Record<`response-${string}`, string>>,
  expiresIn: number,
): Promise<string> => {
  const { path, ...place } = await placeOfBucket();
  const { protocol, hostname, port } = place;
  const request = {
    ...place,
    method: 'GET',
    path: `${path}${key.split('/').map(encode).join('/')}`,
    query: { ...answer, 'x-id': 'GetObject' },
    headers: {},
  };
  const { query = {} } = await presigner.presign(request, { expiresIn });
  const parameters = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${request.path}?${parameters.join('&')}`;
};

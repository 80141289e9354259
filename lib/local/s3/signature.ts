import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Hash } from '@smithy/core/serde';
import { createScope, getSigningKey, SignatureV4Base } from '@smithy/signature-v4';
import { S3Error } from './errors.ts';

/*
 * Signature Version 4 with the SDK's own code: each request is signed again with the expected key, and the
 * two signatures are compared (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 */

export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SignedRequest {
  readonly method: string;
  /** As it was sent, percent-encoded. */
  readonly path: string;
  /** Decoded. */
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Verification {
  readonly credentials: SigningCredentials;
  readonly region: string;
  readonly now: Date;
  /** S3 if absent. */
  readonly service?: 's3' | 'dynamodb';
  /** The SHA-256 of the body, if no header has it. Only S3 clients send that header. */
  readonly payload?: string;
}

/**
 * A verified request. Its signature covers the body by its hash, not at all, or by signatures of its chunks.
 */
export interface VerifiedSignature {
  readonly payload: string;
  /** Signs one chunk of a body with signed chunks. */
  readonly signChunk: (previous: string, stringHash: string, kind: 'PAYLOAD' | 'TRAILER') => string;
  readonly signature: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const unsignedPayload = 'UNSIGNED-PAYLOAD';
const maxExpirySeconds = 604_800;
const maxSkewMs = 15 * 60 * 1000;

interface Claim {
  readonly accessKeyId: string;
  readonly shortDate: string;
  readonly longDate: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
}

const sha256 = Hash.bind(null, 'sha256');

class Signer extends SignatureV4Base {
  readonly #service: string;

  constructor(credentials: SigningCredentials, region: string, service: string) {
    super({ credentials, region, service, sha256, uriEscapePath: false });
    this.#service = service;
  }

  /** The string to sign of a request, given the headers that the signature covers. */
  async stringToSign({ method, path, query, headers }: SignedRequest, claim: Claim): Promise<string> {
    const canonicalPath = path
      .split('/')
      .map((segment) =>
        encodeURIComponent(decodeURIComponent(segment)).replace(
          /[!'()*]/g,
          (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
        ),
      )
      .join('/');
    const queryBag: Record<string, string | string[]> = {};
    for (const name of new Set(query.keys())) queryBag[name] = query.getAll(name);
    const signed = Object.fromEntries(
      claim.signedHeaders.map((name) => [name, (headers[name] ?? '').trim().replace(/\s+/g, ' ')]),
    );
    const canonical = this.createCanonicalRequest(
      { method, path: canonicalPath, query: queryBag, headers: signed, protocol: 'http:', hostname: '' },
      signed,
      claim.payload,
    );
    const scope = createScope(claim.shortDate, claim.region, this.#service);
    return this.createStringToSign(claim.longDate, scope, canonical, algorithm);
  }
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** `20260102T030405Z` */
const parseLongDate = (text: string): Date | undefined => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined;
};

type MalformedCode = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

const parseCredential = (
  credential: string,
  { region, service = 's3' }: Verification,
  malformed: MalformedCode,
) => {
  const [accessKeyId = '', shortDate = '', scopeRegion = '', scopeService = '', end = ''] =
    credential.split('/');
  if (!/^\d{8}$/.test(shortDate) || end !== 'aws4_request') {
    throw new S3Error(malformed, 'The credential is malformed');
  }
  if (scopeRegion !== region) {
    throw new S3Error(malformed, `The credential's region '${scopeRegion}' is wrong; expecting '${region}'`);
  }
  if (scopeService !== service) {
    throw new S3Error(
      malformed,
      `The credential's service '${scopeService}' is wrong; expecting '${service}'`,
    );
  }
  return { accessKeyId, shortDate, region: scopeRegion };
};

const fromHeader = ({ headers }: SignedRequest, verification: Verification): Claim => {
  const { now } = verification;
  const malformed = 'AuthorizationHeaderMalformed';
  const [, parameters] = new RegExp(`^${algorithm}\\s+(.*)$`).exec(headers.authorization ?? '') ?? [];
  if (!parameters) throw new S3Error(malformed, 'The authorization header is malformed');
  const fields = new Map(
    parameters.split(',').map((part) => part.trim().split(/=(.*)/s) as [string, string]),
  );
  const credential = parseCredential(fields.get('Credential') ?? '', verification, malformed);
  const longDate = headers['x-amz-date'] ?? '';
  const date = parseLongDate(longDate);
  if (!date || !longDate.startsWith(credential.shortDate)) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  }
  if (Math.abs(now.getTime() - date.getTime()) > maxSkewMs) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const payload = verification.payload ?? headers['x-amz-content-sha256'];
  if (!payload) throw new S3Error('InvalidRequest', 'Missing required header: x-amz-content-sha256');
  return {
    ...credential,
    longDate,
    signedHeaders: (fields.get('SignedHeaders') ?? '').split(';'),
    signature: fields.get('Signature') ?? '',
    payload,
  };
};

const fromQuery = ({ query, headers }: SignedRequest, verification: Verification): Claim => {
  const { now } = verification;
  const malformed = 'AuthorizationQueryParametersError';
  const parameter = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (parameter('Algorithm') !== algorithm) {
    throw new S3Error(malformed, `X-Amz-Algorithm only supports "${algorithm}"`);
  }
  const credential = parseCredential(parameter('Credential'), verification, malformed);
  const longDate = parameter('Date');
  const date = parseLongDate(longDate);
  if (!date || !longDate.startsWith(credential.shortDate)) {
    throw new S3Error(malformed, "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  }
  const expires = parameter('Expires');
  if (!/^\d+$/.test(expires) || Number(expires) < 1 || Number(expires) > maxExpirySeconds) {
    throw new S3Error(malformed, 'X-Amz-Expires must be between 1 second and a week (in seconds)');
  }
  if (date.getTime() > now.getTime() + maxSkewMs) {
    throw new S3Error('AccessDenied', 'Request is not valid yet');
  }
  if (now.getTime() >= date.getTime() + Number(expires) * 1000) {
    throw new S3Error('AccessDenied', 'Request has expired');
  }
  return {
    ...credential,
    longDate,
    signedHeaders: parameter('SignedHeaders').split(';'),
    signature: parameter('Signature'),
    payload: query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? unsignedPayload,
  };
};

const emptyHash = createHash('sha256').update('').digest('hex');

/** The signature must cover all S3 headers, because otherwise an attacker could add some. */
const refuseUnsignedHeaders = ({ headers }: SignedRequest, { signedHeaders }: Claim): void => {
  if (!signedHeaders.includes('host')) throw new S3Error('AccessDenied', 'The host header must be signed');
  const unsigned = Object.keys(headers).find(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signedHeaders.includes(name),
  );
  if (unsigned) {
    throw new S3Error(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${unsigned}`,
    );
  }
};

/** Refuses a request that is unsigned, expired, or signed with other credentials or for another place. */
export const verify = async (
  request: SignedRequest,
  verification: Verification,
): Promise<VerifiedSignature> => {
  const { credentials, region, service = 's3' } = verification;
  const presigned = request.query.has('X-Amz-Signature') || request.query.has('X-Amz-Algorithm');
  if (!presigned && !request.headers.authorization) throw new S3Error('AccessDenied', 'Access Denied');
  if (presigned && request.headers.authorization) {
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed');
  }
  const claim = presigned ? fromQuery(request, verification) : fromHeader(request, verification);
  if (claim.accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  refuseUnsignedHeaders(request, claim);

  const signer = new Signer(credentials, region, service);
  const key = await getSigningKey(sha256, credentials, claim.shortDate, region, service);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const expected = sign(await signer.stringToSign(request, claim));
  if (!same(claim.signature, expected)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  const scope = createScope(claim.shortDate, claim.region, service);
  return {
    payload: claim.payload,
    signature: claim.signature,
    signChunk: (previous, stringHash, kind) =>
      sign(
        [
          `${algorithm}-${kind}`,
          claim.longDate,
          scope,
          previous,
          ...(kind === 'PAYLOAD' ? [emptyHash] : []),
          stringHash,
        ].join('\n'),
      ),
  };
};

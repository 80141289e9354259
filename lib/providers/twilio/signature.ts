import { createHmac } from 'node:crypto';
import { isSameSecret } from '../signatures.ts';

/** A request that Twilio has signed. */
export interface SignedRequest {
  /** The address as it was given to Twilio, with its query, or that of the socket with `wss://`. */
  readonly url: string;
  /** The fields of the form; absent: the request has none. */
  readonly fields?: URLSearchParams;
  readonly signature: string | undefined;
  /** The header that names the key and the algorithm; absent: the account's token has signed with SHA-1. */
  readonly settings?: string | undefined;
}

/** The keys of an account that may sign. */
interface SigningKeys {
  readonly tokens: readonly string[];
  /** Secrets of the shared keys with which a rule of the account lets webhooks be signed. */
  readonly shared: readonly string[];
}

/** The algorithms by the names that Twilio has for them. */
const hashes: Readonly<Record<string, string>> = { HMAC_SHA1: 'sha1', HMAC_SHA256: 'sha256' };

/** The hash that a header such as `key=…,algorithm=HMAC_SHA256` names; undefined: it is unknown. */
const hashNamed = (settings: string): string | undefined => {
  const [, algorithm = 'HMAC_SHA1'] = /(?:^|,)\s*algorithm\s*=\s*([^,\s]+)/.exec(settings) ?? [];
  return hashes[algorithm.toUpperCase()];
};

/** The names and values in the order of the names. A value that is repeated counts once. */
const joined = (fields: URLSearchParams): string =>
  [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join('');

/** An address with its usual port, which Twilio signs with or without it. */
const withPort = (url: URL): string => {
  const port = { 'https:': '443', 'wss:': '443' }[url.protocol];
  if (url.port !== '' || port === undefined) return url.href;
  return url.href.replace(`${url.protocol}//${url.host}`, `${url.protocol}//${url.host}:${port}`);
};

const withoutPort = (url: URL): string => url.href.replace(`//${url.host}`, `//${url.hostname}`);

/**
 * The signature of a request, as Twilio computes it. It has no time in it, so a request can be sent again:
 * whoever handles one must handle it once (twilio.com/docs/usage/security).
 */
export const signatureOf = (
  secret: string,
  url: string,
  fields = new URLSearchParams(),
  hash = 'sha1',
): string =>
  createHmac(hash, secret)
    .update(url + joined(fields))
    .digest('base64');

/**
 * Whether a key of the account has signed the request, compared in constant time: its token, or the shared
 * key of a webhook rule (twilio.com/docs/usage/webhooks/webhook-shared-keys).
 */
export const isSigned = (
  { tokens, shared }: SigningKeys,
  { url, fields, signature, settings }: SignedRequest,
): boolean => {
  const hash = settings ? hashNamed(settings) : 'sha1';
  if (signature === undefined || hash === undefined || !URL.canParse(url)) return false;
  const parsed = new URL(url);
  const addresses = [...new Set([url, withPort(parsed), withoutPort(parsed)])];
  return (settings ? shared : tokens)
    .flatMap((secret) =>
      addresses.map((address) => isSameSecret(signature, signatureOf(secret, address, fields, hash))),
    )
    .includes(true);
};

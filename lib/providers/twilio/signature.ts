import { createHmac } from 'node:crypto';
import { isSameSecret } from '../signatures.ts';

/** A request that Twilio has signed. */
export interface SignedRequest {
  /** The address as it was given to Twilio, with its query, or that of the socket with `wss://`. */
  readonly url: string;
  /** The fields of the form; absent: the request has none. */
  readonly fields?: URLSearchParams;
  readonly signature: string | undefined;
}

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
export const signatureOf = (authToken: string, url: string, fields = new URLSearchParams()): string =>
  createHmac('sha1', authToken)
    .update(url + joined(fields))
    .digest('base64');

/** Whether the account's token has signed the request, compared in constant time. */
export const isSigned = (
  authTokens: readonly string[],
  { url, fields, signature }: SignedRequest,
): boolean => {
  if (signature === undefined || !URL.canParse(url)) return false;
  const parsed = new URL(url);
  const addresses = [...new Set([url, withPort(parsed), withoutPort(parsed)])];
  return authTokens
    .flatMap((token) =>
      addresses.map((address) => isSameSecret(signature, signatureOf(token, address, fields))),
    )
    .includes(true);
};

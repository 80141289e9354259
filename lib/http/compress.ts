import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import type { Route } from '#lib/contract/route.ts';
import { weightOf } from '#lib/domain/accept.ts';
import { compressedTag } from './etag.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

const gzipped = promisify(gzip);

/** A smaller answer fits into one packet with or without compression. */
const minBytes = 1024;

/** Takes a third of the default level's time, for output that is a tenth larger. */
const level = 3;

/**
 * An answer that contains both a secret and text chosen by a caller must not be compressed: its length would
 * reveal the secret letter by letter (breachattack.com).
 */
const holdsSecret = ({ confidential, holdsLink }: Route, query: unknown): boolean => {
  if (typeof holdsLink !== 'object') return Boolean(confidential ?? holdsLink);
  const { expand = [] } = (query ?? {}) as { readonly expand?: readonly string[] };
  return expand.includes(holdsLink.expand);
};

const shrink = async (answer: ApiAnswer, body: string): Promise<void> => {
  const { headers } = answer;
  answer.body = (await gzipped(body, { level })).toString('base64');
  answer.isBase64Encoded = true;
  headers['content-encoding'] = 'gzip';
  if (headers.etag) headers.etag = compressedTag(headers.etag);
};

/** Compresses answers for callers that explicitly accept gzip. */
export const compress = (route: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const complete = ({
    event,
    response,
    context,
  }: {
    event: ApiEvent;
    response: ApiAnswer | null | undefined;
    context: ExchangeContext;
  }): Promise<void> | undefined => {
    if (!response?.body || response.isBase64Encoded) return undefined;
    if (response.body.length < minBytes || holdsSecret(route, context.exchange.query)) return undefined;
    const { vary } = response.headers;
    response.headers.vary = vary ? `${vary}, accept-encoding` : 'accept-encoding';
    if (weightOf('gzip', event.headers['accept-encoding'] ?? '') === 0) return undefined;
    return shrink(response, response.body);
  };
  return { after: complete, onError: complete };
};

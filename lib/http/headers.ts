import type { MiddlewareObj } from '@middy/core';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import type { CountedLimit } from '#lib/store/cause.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/** The part of a limit that the headers have. */
type LimitHeader = Pick<
  CountedLimit,
  'name' | 'limit' | 'unit' | 'windowSeconds' | 'remaining' | 'resetSeconds'
>;

/**
 * Whether a caller may know what is left of a limit. That of an organization above would tell what others do,
 * and the holders of tokens are not members of the organization. A refusal says it to all of them.
 */
const isKnownTo = (
  caller: Caller | undefined,
  { path, exceeded }: Pick<CountedLimit, 'path' | 'exceeded'>,
): boolean =>
  exceeded ||
  (caller !== undefined && !caller.conversation_id && !caller.deployment && reaches(caller, path));

/** The largest number that can remain. */
const left = ({ limit, remaining = limit }: LimitHeader): number => remaining;

/** Each limit on use once: the one of its name that leaves the least, as far as the caller may know. */
const strictest = ({ counted, caller }: Exchange): LimitHeader[] => {
  const shown = counted.map((each) => (isKnownTo(caller, each) ? each : { ...each, remaining: undefined }));
  return [...Map.groupBy(shown, ({ name }) => name).values()].map((same) =>
    same.reduce((least, each) => (left(each) < left(least) ? each : least)),
  );
};

const limitsOf = (exchange: Exchange): LimitHeader[] => {
  const { rate, waiting, counted } = exchange;
  const requests = Object.entries({ requests: rate, waiting }).flatMap(([name, each]) =>
    each ? [{ name, windowSeconds: 60, ...each }] : [],
  );
  return counted.length === 0 ? requests : [...requests, ...strictest(exchange)];
};

/** The headers for the limits that count a request (draft-ietf-httpapi-ratelimit-headers-10). */
const rateHeaders = (exchange: Exchange): Record<string, string> | undefined => {
  const limits = limitsOf(exchange);
  if (limits.length === 0) return undefined;
  const policy = limits.map(
    ({ name, limit, unit, windowSeconds }) =>
      `"${name}";q=${limit}${unit ? `;qu="${unit}"` : ''};w=${windowSeconds}`,
  );
  const known = limits.flatMap(({ name, remaining, resetSeconds }) =>
    remaining === undefined ? [] : [`"${name}";r=${remaining};t=${resetSeconds}`],
  );
  return {
    'ratelimit-policy': policy.join(', '),
    ...(known.length > 0 && { ratelimit: known.join(', ') }),
  };
};

/** The headers of every answer. Names are in lower case, as in API Gateway and HTTP/2. */
export const headers = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const complete = ({
    response,
    context,
  }: {
    response: ApiAnswer | null | undefined;
    context: ExchangeContext;
  }) => {
    if (!response) return;
    const { headers } = response;
    // A new object is faster than one name after the other.
    response.headers = {
      'cache-control': headers.etag ? 'private, no-cache' : 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-request-id': context.exchange.sentRequestId ?? context.exchange.requestId,
      ...headers,
      ...rateHeaders(context.exchange),
    };
  };
  return { after: complete, onError: complete };
};

import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import { accepts } from '#lib/domain/accept.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import { problemType } from './problem.ts';
import { eventStreamType } from './server-sent-events.ts';

export const jsonType = 'application/json';

/** RFC 4180. */
export const csvType = 'text/csv';

/** Refuses a request whose answer has no accepted media type. */
export const negotiate = ({
  response,
  content,
  redirect,
  csv,
  streams,
}: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const types = [
    content ?? jsonType,
    ...(content ? [] : [problemType]),
    ...(redirect ? [redirect.type] : []),
    ...(csv ? [csvType] : []),
    ...(streams && !content ? [eventStreamType] : []),
  ];
  return {
    before: ({ event }) => {
      if (response && !accepts(event.headers.accept, types)) {
        throw new ApiError('not_acceptable', { detail: `The route returns ${types.join(' or ')}` });
      }
    },
  };
};

import { prefers } from '#lib/domain/accept.ts';
import type { ApiAnswer, ApiEvent } from './exchange.ts';
import { csvType, jsonType } from './negotiate.ts';

/** The same answer as CSV, if `Accept` prefers it. The `ETag` names the JSON. */
export const answerAsCsv = <Reply>(
  found: ApiAnswer,
  event: ApiEvent,
  reply: Reply,
  toCsv: ((reply: Reply) => string) | undefined,
): ApiAnswer => {
  if (!toCsv || !prefers(event.headers.accept, csvType, jsonType)) return found;
  const { etag: _, ...headers } = found.headers;
  return {
    ...found,
    headers: { ...headers, 'content-type': `${csvType}; charset=utf-8; header=present` },
    body: toCsv(reply),
  };
};

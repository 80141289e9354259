import { prefers } from './accept.ts';
import type { ApiAnswer, ApiEvent } from './exchange.ts';
import { csvType, jsonType } from './negotiate.ts';

/** The same answer as CSV, if `Accept` prefers it. */
export const answerAsCsv = <Reply>(
  found: ApiAnswer,
  event: ApiEvent,
  reply: Reply,
  toCsv: ((reply: Reply) => string) | undefined,
): ApiAnswer =>
  toCsv && prefers(event.headers.accept, csvType, jsonType)
    ? {
        ...found,
        headers: { ...found.headers, 'content-type': `${csvType}; charset=utf-8; header=present` },
        body: toCsv(reply),
      }
    : found;

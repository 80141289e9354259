import type { MiddlewareObj } from '@middy/core';
import type { ErrorCode, ErrorDetails } from '#lib/contract/errors.ts';
import { ApiError, errors, maxFaults } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import { ItemContended, Stale, WritesThrottled } from '#lib/store/operations/failures.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/** The media type of errors (RFC 9457). */
export const problemType = 'application/problem+json';

/** The place where the OpenAPI document describes a problem, relative to the URL of the request. */
export const problemUri = (code: ErrorCode): string => `/v1/openapi.json#/x-problems/${code}`;

const faultsShown = ({ errors: faults = [] }: ErrorDetails) => ({
  ...(faults.length > 0 && { errors: faults.slice(0, maxFaults) }),
  ...(faults.length > maxFaults && { errors_omitted: faults.length - maxFaults }),
});

/** The kinds of errors that clients of OpenAI's API know, by status. */
const openAiType = (status: number): string => {
  if (status >= 500) return 'server_error';
  const types: Readonly<Record<number, string>> = {
    401: 'authentication_error',
    403: 'permission_error',
    429: 'rate_limit_error',
  };
  return types[status] ?? 'invalid_request_error';
};

/** The same problem as clients of OpenAI's API read it. */
const openAiError = (code: ErrorCode, { detail, errors: [fault] = [] }: ErrorDetails) => {
  const { status, title } = errors[code];
  const place = fault && (fault.pointer ?? fault.parameter ?? fault.header ?? null);
  return {
    message: detail ?? (fault ? `${title}: ${place} ${fault.detail}` : title),
    type: openAiType(status),
    param: place ?? null,
    code,
  };
};

/**
 * Every 401 names a scheme (RFC 9110, section 15.5.2). None is registered for cookies, so sessions have that
 * of API keys.
 */
const challenge = { 'www-authenticate': 'Bearer realm="voice-agent-platform"' };

interface Occurrence {
  readonly protocol?: Route['protocol'] | undefined;
  readonly path: string;
  readonly requestId: string;
}

export const problemAnswer = (
  code: ErrorCode,
  details: ErrorDetails,
  { path, requestId, protocol }: Occurrence,
): ApiAnswer => {
  const { status, title } = errors[code];
  return {
    statusCode: status,
    headers: { 'content-type': problemType, ...(status === 401 && challenge), ...details.headers },
    body: JSON.stringify({
      type: problemUri(code),
      title,
      status,
      ...(details.detail && { detail: details.detail }),
      instance: path,
      code,
      request_id: requestId,
      ...faultsShown(details),
      ...details.extensions,
      ...(protocol === 'openai' && { error: openAiError(code, details) }),
    }),
  };
};

const retryLater: ErrorDetails = { headers: { 'retry-after': '1' } };

/** Whether an error is temporary: DynamoDB or S3 is unavailable, or the function's time runs out. */
const isPassing = (
  error: Error & { $retryable?: unknown; $metadata?: { httpStatusCode?: number } },
): boolean =>
  error instanceof Stale ||
  error instanceof ItemContended ||
  error instanceof WritesThrottled ||
  Boolean(error.$retryable) ||
  (error.$metadata?.httpStatusCode ?? 0) >= 500 ||
  /^(TimeoutError|TransactionInProgressException|ThrottlingException|ProvisionedThroughputExceededException|RequestLimitExceeded)$/.test(
    error.name,
  ) ||
  ('code' in error && /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/.test(String(error.code)));

/**
 * Whether the table lacks an index, or DynamoDB is still filling it: each update of a table adds one, so an
 * upgrade can take several.
 */
const isIndexMissing = ({ name, message }: Error): boolean =>
  name === 'ValidationException' && /specified index|backfilling/i.test(message);

/** A change that ended in the middle may have been written. */
const maybeDone: ErrorDetails = {
  detail:
    'What was requested may have been done, in part or as a whole. A repeat under the same Idempotency-Key does nothing twice',
};

/** The error that the caller receives. Further details are logged only. */
const toApiError = (error: Error, isRead: boolean): ApiError => {
  if (error instanceof ApiError) return error;
  if (isIndexMissing(error)) return new ApiError('index_not_ready', { headers: { 'retry-after': '60' } });
  const details = isRead ? {} : maybeDone;
  return isPassing(error)
    ? new ApiError('unavailable', { ...retryLater, ...details })
    : new ApiError('internal', details);
};

/** Answers a thrown error as a problem document. */
export const refusal = (
  error: Error,
  { rawPath: path, requestContext }: ApiEvent,
  exchange: Exchange,
  { protocol }: Pick<Route, 'protocol'> = {},
): ApiAnswer => {
  const known = toApiError(error, requestContext.http.method === 'GET');
  const { requestId } = exchange;
  if (known !== error) {
    console.error({ message: 'A request failed', request_id: requestId, error: error.stack });
  }
  exchange.code = known.code;
  const shownId = exchange.sentRequestId ?? requestId;
  return problemAnswer(known.code, known.details, { path, requestId: shownId, protocol });
};

/** Answers every thrown error as a problem document. */
export const problems = (
  route: Pick<Route, 'protocol'> = {},
): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  onError: (request) => {
    const error = request.error ?? new Error('Nothing was thrown');
    request.response = refusal(error, request.event, request.context.exchange, route);
  },
});

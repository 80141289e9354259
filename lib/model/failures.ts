import { APICallError, ToolChoiceViolationError } from 'ai';
import { ApiError } from '#lib/contract/errors.ts';
import { isObject } from '#lib/domain/objects.ts';

/** An error for model output that cannot be used. */
export const modelFailed = (detail: string): ApiError => new ApiError('model_failed', { detail });

/** An error for an answer that is not there in time, with all that its tools do. */
export const outOfTime = (): ApiError =>
  new ApiError('model_timed_out', { detail: 'The agent and its tools took too long together' });

const overloaded = [429, 503, 529];
const tooSlow = [408, 504];

const retryAfter = (headers: Readonly<Record<string, string>> | undefined): string => {
  const seconds = Number(headers?.['retry-after']);
  return String(seconds >= 1 && seconds <= 300 ? Math.ceil(seconds) : 5);
};

/** Logs only fields that are safe, because providers quote prompts in their messages. */
const log = (error: unknown, call: APICallError | undefined): void => {
  const headers = call?.responseHeaders;
  console.warn({
    message: 'A model failed',
    error: error instanceof Error ? error.name : typeof error,
    provider_status: call?.statusCode,
    provider_error: headers?.['x-amzn-errortype'],
    provider_request: headers?.['x-amzn-requestid'] ?? headers?.['x-request-id'],
  });
};

/** The status of a failure. One that is reported in the middle of a stream is no error of a call. */
const statusOf = (error: unknown): number | undefined =>
  isObject(error) && typeof error.statusCode === 'number' ? error.statusCode : undefined;

/** Whether a provider was not reached. */
const isUnreached = (error: unknown): boolean =>
  APICallError.isInstance(error) && error.statusCode === undefined;

/** Whether a provider has refused a request or was not reached, so that it charges nothing. */
export const isUncharged = (error: unknown): boolean => isUnreached(error) || (statusOf(error) ?? 0) >= 400;

/** The caller's error for a failed call to a model. */
export const failureOf = (error: unknown, signal: AbortSignal): ApiError => {
  if (error instanceof ApiError) return error;
  const call = APICallError.isInstance(error) ? error : undefined;
  const status = statusOf(error);
  log(error, call);
  if (signal.aborted || (status && tooSlow.includes(status))) return new ApiError('model_timed_out');
  if (isUnreached(error) || (status && overloaded.includes(status))) {
    return new ApiError('model_unavailable', {
      headers: { 'retry-after': retryAfter(call?.responseHeaders) },
    });
  }
  if (ToolChoiceViolationError.isInstance(error))
    return modelFailed('The model called tools although it had to speak');
  return status && status >= 400
    ? modelFailed(`The model provider answered ${status}`)
    : modelFailed('The model’s answer cannot be parsed');
};

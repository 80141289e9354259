import { ApiError } from '#lib/contract/errors.ts';
import type { OrdinaryRoute, Route } from '#lib/contract/route.ts';
import { pathOf } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { findAnswer } from '#lib/store/idempotency.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { readBatch } from './batch-body.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { repeatable, replayedHeader } from './idempotency.ts';
import { checkSize, parseJson } from './json-body.ts';
import { count } from './limit-rate.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';
import { refusal } from './problem.ts';
import { resultOf } from './result.ts';
import { parseBody } from './validate.ts';
import type { WriteLogic } from './writing.ts';
import { carryOut } from './writing.ts';

/** The number of requests of a batch that are carried out at the same time. */
const concurrency = 10;

/** No request is begun with less time than one may take, so that its result is known. */
const beginningMs = 3000;

/** The time in which the results are answered, whatever has become of requests that were begun. */
const answeringMs = 1000;

/** A request of which no result is known. */
const passing = (detail: string): ApiError<'unavailable'> =>
  new ApiError('unavailable', { detail, headers: { 'retry-after': '1' } });

const notBegun = () => passing('The time for the batch was over, and nothing of this request was written');
const unknown = () =>
  passing('The time for the batch was over, and this request may be written nevertheless');

/** Waits for a promise until a time, in milliseconds since 1970. */
const within = async (deadline: number, promise: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, Math.max(0, deadline - Date.now()));
  await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
};

/** The longest pause that one of the answers asks for. */
const pauseOf = (answers: readonly ApiAnswer[]): number =>
  Math.max(...answers.map(({ headers }) => Number(headers['retry-after'] ?? 0)));

/**
 * Turns a route whose body is a list of bodies of another route, and the logic of that route, into a Lambda
 * handler. Each request is written, refused or repeated as it would be alone.
 */
export const handleBatch = <B extends Route & { readonly batchOf: string }, R extends OrdinaryRoute>(
  batch: B,
  single: R,
  logic: WriteLogic<R>,
): ApiHandler<B> => {
  const requestsOf = (whole: ApiEvent, shared: Exchange) =>
    readBatch(whole, batch.batchOf).map((text, position) => {
      const event = { ...whole, rawPath: pathOf(single), body: text, isBase64Encoded: false };
      const exchange = { ...shared, text };
      return { event, exchange, text, position, repeat: repeatable(batch, event, exchange, position) };
    });

  type BatchedRequest = ReturnType<typeof requestsOf>[number];

  const carryOutOne = async (shared: Exchange, request: BatchedRequest): Promise<ApiAnswer> => {
    const { event, exchange, text, position, repeat } = request;
    try {
      const first = repeat && (await findAnswer(repeat.scope));
      if (first) return repeat.repeat(first);
      // The batch was counted as its first request when it was admitted.
      if (position > 0) await count(shared, shared.caller as Caller);
      checkSize(Buffer.byteLength(text));
      if (single.body) exchange.body = parseBody(single.body, parseJson(text));
      return await carryOut(single, logic, request);
    } catch (error) {
      return refusal(error as Error, event, exchange);
    }
  };

  return pipeline(batch, admit(batch), async (event, exchange) => {
    const requests = requestsOf(event, exchange);
    const { ends_at } = exchange;
    const refused = ({ event: own, exchange: ownExchange }: BatchedRequest, error: ApiError) =>
      refusal(error, own, ownExchange);
    const results: (ApiAnswer | undefined)[] = requests.map(() => undefined);
    const all = forEachConcurrently(requests, concurrency, async (request) => {
      const isLate = Date.now() > ends_at - beginningMs;
      results[request.position] = isLate
        ? refused(request, notBegun())
        : await carryOutOne(exchange, request);
    });
    await within(ends_at - answeringMs, all);
    const answers = requests.map((request) => results[request.position] ?? refused(request, unknown()));
    const reply = { results: answers.map(resultOf) };
    const whole = answer(batch, event, exchange, reply as never);
    const pause = pauseOf(answers);
    if (pause > 0) whole.headers['retry-after'] = String(pause);
    if (answers.every(({ headers }) => headers[replayedHeader])) whole.headers[replayedHeader] = 'true';
    return whole;
  });
};

import type { Context } from 'aws-lambda';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Consumption } from '#lib/store/cause.ts';
import { because } from '#lib/store/cause.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';
import { newExchange } from './exchange.ts';
import { addressOf, siteOf } from './viewer.ts';

/** The id that the caller gave the request. It may be that of another one. */
const sentIdOf = ({ 'x-request-id': sent }: ApiEvent['headers']): string | undefined =>
  sent && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : undefined;

/**
 * The domain is the one that API Gateway routed by, never another that a header claims. API Gateway takes
 * HTTPS only, and always sends this header; the local gateway sends it only for a public URL with HTTPS.
 */
const originOf = ({ headers, requestContext }: ApiEvent): string =>
  `${headers['x-forwarded-proto'] === undefined ? 'http' : 'https'}://${requestContext.domainName}`;

/** Whether answers contain their cost. */
const tellsCost = process.env.SERVER_TIMING === 'on';

/** Server Timing (W3C). */
const serverTiming = ({ calls, readUnits, writeUnits, durationMs }: Consumption): string => {
  const units = `${calls} calls, ${readUnits.toFixed(1)} RCU, ${writeUnits} WCU`;
  return `db;dur=${durationMs.toFixed(1)};desc="${units}"`;
};

const logAnswer = metricsLog('duration_ms');
/**
 * The time and failures of a model or a voice provider do not measure this service, so its objectives exclude
 * them.
 */
const logAnswerOfOthers = metricsLog('dependencies_failed');
const logFailure = metricsLog('duration_ms', 'own_failed', 'answered_5xx');
const logFailureOfOthers = metricsLog('dependencies_failed', 'own_failed', 'answered_5xx');

const unsigned: ErrorCode = 'signature_invalid';
const logUnsigned = metricsLog('duration_ms', 'provider_events_refused');

const failuresOfOthers: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'model_failed',
  'model_unavailable',
  'model_timed_out',
  'provider_unavailable',
]);

/** The step of an upgrade that the operator has not taken yet: `data.last_index`. */
const unfinishedUpgrade: ErrorCode = 'index_not_ready';

/**
 * Whether this service failed. The status of a streamed answer is 200, even if the answer ends with an error.
 */
const isOwnFailure = (code: ErrorCode | undefined): boolean =>
  code !== undefined &&
  errors[code].status >= 500 &&
  !failuresOfOthers.has(code) &&
  code !== unfinishedUpgrade;

/** A route, or `unrouted`. */
type ObservedRoute = Pick<Route, 'asksModel' | 'waits'> & { readonly key: string };

/** The ids in the path: a request of one organization may be about another. No telephone numbers. */
const idsOf = (params: Exchange['params']) =>
  params && Object.fromEntries(Object.entries(params).filter(([, value]) => !String(value).startsWith('+')));

const log = (
  { key: route, asksModel, waits }: ObservedRoute,
  { requestId, sentRequestId, address, consumed, caller, code, params }: Exchange,
  status: number,
  ms: number,
): void => {
  const record = {
    route,
    status,
    code,
    duration_ms: Math.round(ms * 10) / 10,
    db_calls: consumed.calls,
    db_ms: Math.round(consumed.durationMs * 10) / 10,
    read_units: consumed.readUnits,
    write_units: consumed.writeUnits,
    request_id: requestId,
    sent_request_id: sentRequestId,
    key_id: caller?.key_id,
    client_id: caller?.client_id,
    address,
    path: idsOf(params),
  };
  const own_failed = Number(isOwnFailure(code));
  const answered_5xx = Number(status >= 500);
  const failed = own_failed + answered_5xx > 0 && { own_failed, answered_5xx };
  if (asksModel || waits) {
    const dependencies_failed = Number(failuresOfOthers.has(code));
    if (failed) logFailureOfOthers('info', { ...record, dependencies_failed, ...failed });
    else logAnswerOfOthers('info', { ...record, dependencies_failed });
  } else if (failed) logFailure('info', { ...record, ...failed });
  else if (code === unsigned) logUnsigned('info', { ...record, provider_events_refused: 1 });
  else logAnswer('info', record);
};

/** The same parts, and something to do when there are no more. */
async function* andThen(
  stream: AsyncGenerator<string, void>,
  done: () => void,
): AsyncGenerator<string, void> {
  try {
    yield* stream;
  } finally {
    done();
  }
}

/** Gives a request its id, measures its cost, and writes one log line about it. */
export const observed =
  (route: ObservedRoute, steps: (event: ApiEvent, context: ExchangeContext) => Promise<ApiAnswer>) =>
  (event: ApiEvent, context: Context): Promise<ApiAnswer> => {
    const started = performance.now();
    const origin = originOf(event);
    const exchange = newExchange({
      requestId: context.awsRequestId,
      sentRequestId: sentIdOf(event.headers),
      origin,
      site: siteOf(event, origin),
      address: addressOf(event),
      userAgent: event.headers['user-agent'],
      ends_at: Date.now() + context.getRemainingTimeInMillis(),
    });
    return because(exchange, async () => {
      const answer = await steps(event, Object.assign(context, { exchange }));
      if (exchange.afterwards) await exchange.afterwards;
      const logged = () => log(route, exchange, answer.statusCode ?? 200, performance.now() - started);
      if (answer.stream) answer.stream = andThen(answer.stream, logged);
      else logged();
      if (tellsCost) answer.headers['server-timing'] = serverTiming(exchange.consumed);
      return answer;
    });
  };

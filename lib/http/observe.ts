import type { Context } from 'aws-lambda';
import { metered, noUsage } from '#lib/data/metering.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/** What the caller calls it, or else what Lambda calls it in lines of its own. */
const requestIdOf = (
  { 'x-request-id': sent }: ApiEvent['headers'],
  { awsRequestId }: Pick<Context, 'awsRequestId'>,
): string => (sent && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : awsRequestId);

/** What the answer cost, where the environment says that callers may know (Server Timing, W3C). */
const serverTiming = ({ usage }: Exchange): Record<string, string> => {
  if (process.env.SERVER_TIMING !== 'on') return {};
  const { calls, readUnits, writeUnits, durationMs } = usage;
  const units = `${calls} calls, ${readUnits.toFixed(1)} RCU, ${writeUnits} WCU`;
  return { 'server-timing': `db;dur=${durationMs.toFixed(1)};desc="${units}"` };
};

const logRequest = metricsLog('duration_ms', 'read_units', 'write_units');

const log = (
  route: string,
  { requestId, usage, caller, code }: Exchange,
  status: number,
  ms: number,
): void => {
  logRequest('info', {
    route,
    status,
    ...(code && { code }),
    duration_ms: Math.round(ms * 10) / 10,
    db_calls: usage.calls,
    db_ms: Math.round(usage.durationMs * 10) / 10,
    read_units: usage.readUnits,
    write_units: usage.writeUnits,
    request_id: requestId,
    ...(caller && { key_id: caller.key_id, client_id: caller.client_id }),
  });
};

/** Gives a request its id, counts what it costs, and writes one line about it. */
export const observed =
  (route: string, steps: (event: ApiEvent, context: ExchangeContext) => Promise<ApiAnswer>) =>
  (event: ApiEvent, context: Context): Promise<ApiAnswer> => {
    const started = performance.now();
    const exchange: Exchange = {
      requestId: requestIdOf(event.headers, context),
      usage: noUsage(),
      besides: [],
    };
    return metered(exchange.usage, async () => {
      const answer = await steps(event, { ...context, exchange });
      await Promise.all(exchange.besides);
      log(route, exchange, answer.statusCode ?? 200, performance.now() - started);
      return { ...answer, headers: { ...answer.headers, ...serverTiming(exchange) } };
    });
  };

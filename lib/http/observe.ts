import type { Context } from 'aws-lambda';
import type { Usage } from '#lib/data/metering.ts';
import { metered, noUsage } from '#lib/data/metering.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/** What the caller calls it, or else what Lambda calls it in lines of its own. */
const requestIdOf = (
  { 'x-request-id': sent }: ApiEvent['headers'],
  { awsRequestId }: Pick<Context, 'awsRequestId'>,
): string => (sent && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : awsRequestId);

/** Whether callers may know what their answers cost. */
const tellsCost = process.env.SERVER_TIMING === 'on';

/** Server Timing (W3C). */
const serverTiming = ({ calls, readUnits, writeUnits, durationMs }: Usage): string => {
  const units = `${calls} calls, ${readUnits.toFixed(1)} RCU, ${writeUnits} WCU`;
  return `db;dur=${durationMs.toFixed(1)};desc="${units}"`;
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
    code,
    duration_ms: Math.round(ms * 10) / 10,
    db_calls: usage.calls,
    db_ms: Math.round(usage.durationMs * 10) / 10,
    read_units: usage.readUnits,
    write_units: usage.writeUnits,
    request_id: requestId,
    key_id: caller?.key_id,
    client_id: caller?.client_id,
  });
};

/** Gives a request its id, counts what it costs, and writes one line about it. */
export const observed =
  (route: string, steps: (event: ApiEvent, context: ExchangeContext) => Promise<ApiAnswer>) =>
  (event: ApiEvent, context: Context): Promise<ApiAnswer> => {
    const started = performance.now();
    const exchange: Exchange = { requestId: requestIdOf(event.headers, context), usage: noUsage() };
    return metered(exchange.usage, async () => {
      const answer = await steps(event, { ...context, exchange });
      if (exchange.besides) await exchange.besides;
      log(route, exchange, answer.statusCode ?? 200, performance.now() - started);
      if (tellsCost) answer.headers['server-timing'] = serverTiming(exchange.usage);
      return answer;
    });
  };

import type { APIGatewayProxyWebsocketEventV2, Context } from 'aws-lambda';
import { signatureHeaders } from '#lib/providers/index.ts';
import { endWatching, openWatcher } from '#lib/sockets/watchers.ts';
import { because } from '#lib/store/cause.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import { provesCall, receiveMessage } from './receive-message.ts';
import { openSocket } from './sockets.ts';

/** The connection's headers and query, which only the event of `$connect` has. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>>;
};

const logFailed = metricsLog('frames_failed');

const headerOf = ({ headers = {} }: SocketEvent, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

const ok = { statusCode: 200 } as const;

const handle = async (event: SocketEvent): Promise<{ readonly statusCode: number }> => {
  const { routeKey, connectionId, connectedAt, requestTimeEpoch, requestId } = event.requestContext;
  const { messageId = requestId, domainName } = event.requestContext;
  if (routeKey === '$connect') {
    const { ticket } = event.queryStringParameters ?? {};
    if (ticket !== undefined) {
      const page = { connection: connectionId, origin: headerOf(event, 'origin'), now: connectedAt };
      return (await openWatcher(ticket, page)) ? ok : { statusCode: 401 };
    }
    const signature = headerOf(event, signatureHeaders.signature);
    const signature_settings = headerOf(event, signatureHeaders.settings);
    // Whose it is shows once the carrier says which call it is for. Without one, nothing is stored.
    if (signature) {
      await openSocket(connectionId, {
        connected_at: connectedAt,
        carrier: 'twilio',
        signature,
        signature_settings,
      });
      return ok;
    }
    const { proof = '', call_id = '' } = event.queryStringParameters ?? {};
    const carrier = await provesCall(proof, call_id, connectedAt);
    if (!carrier) return { statusCode: 401 };
    await openSocket(connectionId, { connected_at: connectedAt, carrier, proof, call_id });
    return ok;
  }
  // A connection of a carrier that ends may be replaced: the carrier reports the end of the call by itself.
  if (routeKey === '$disconnect') {
    await endWatching(connectionId);
    return ok;
  }
  const text = event.body ?? '';
  await receiveMessage({
    id: messageId,
    at: requestTimeEpoch,
    connection: connectionId,
    host: domainName,
    text,
  });
  return ok;
};

/** Handles an event of the WebSocket API that carriers and pages connect to. */
export const handleSocket = (event: SocketEvent, { awsRequestId }: Pick<Context, 'awsRequestId'>) =>
  because({ requestId: awsRequestId }, async () => {
    try {
      return await handle(event);
    } catch (error) {
      const { connectionId: connection, routeKey } = event.requestContext;
      logFailed('error', {
        message: 'A message of a carrier could not be handled',
        frames_failed: 1,
        connection,
        route: routeKey,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return { statusCode: 500 };
    }
  });

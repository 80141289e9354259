import type {
  ApiGatewayManagementApiClientConfig,
  ApiGatewayManagementApiServiceException,
} from '@aws-sdk/client-apigatewaymanagementapi';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';

/** A client of the WebSocket API's connections, whose address the stack or the local platform sets. */
const gatewayWith = (
  options: Pick<ApiGatewayManagementApiClientConfig, 'maxAttempts' | 'requestHandler'>,
) => {
  let client: ApiGatewayManagementApiClient | undefined;
  return (): ApiGatewayManagementApiClient => {
    const endpoint = process.env.SOCKET_CONNECTIONS_URL ?? '';
    client ??= new ApiGatewayManagementApiClient({ endpoint, ...options });
    return client;
  };
};

const gateway = gatewayWith({});
/** Keeps no connection: with one that is gone, nobody knows what has arrived. */
const gatewayOnce = gatewayWith({
  maxAttempts: 1,
  requestHandler: { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
});

const postCommand = (connection: string, text: string) =>
  new PostToConnectionCommand({ ConnectionId: connection, Data: Buffer.from(text) });

/** Sends a text over a connection. False: it is gone. */
export const sendFrame = async (
  connection: string,
  text: string,
  abortSignal?: AbortSignal,
): Promise<boolean> => {
  try {
    await gateway().send(postCommand(connection, text), { ...(abortSignal && { abortSignal }) });
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    throw error;
  }
};

type SendError = NodeJS.ErrnoException & ApiGatewayManagementApiServiceException;

/** The errors of requests that were never sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Tries once to send a text that must not arrive twice. False: it has surely not arrived, because the
 * connection is gone or the gateway has refused it. A text that may have arrived counts as sent.
 */
export const sendFrameOnce = async (connection: string, text: string): Promise<boolean> => {
  try {
    await gatewayOnce().send(postCommand(connection, text));
    return true;
  } catch (error) {
    const { code = '', $metadata: { httpStatusCode = 0 } = {} } = error as Partial<SendError>;
    if (unsent.has(code) || (httpStatusCode >= 400 && httpStatusCode < 500)) return false;
    console.warn({ message: 'A frame may not have arrived', error });
    return true;
  }
};

/** Ends a connection, if it is still there. */
export const closeSocket = async (connection: string): Promise<void> => {
  try {
    await gateway().send(new DeleteConnectionCommand({ ConnectionId: connection }));
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
  }
};

import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';

/** A client of the WebSocket API's connections, whose address the stack or the local platform sets. */
const gatewayWith = (options: { readonly maxAttempts?: number }) => {
  let client: ApiGatewayManagementApiClient | undefined;
  return (): ApiGatewayManagementApiClient => {
    const endpoint = process.env.SOCKET_CONNECTIONS_URL ?? '';
    client ??= new ApiGatewayManagementApiClient({ endpoint, ...options });
    return client;
  };
};

const gateway = gatewayWith({});
const gatewayOnce = gatewayWith({ maxAttempts: 1 });

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

/**
 * Tries once to send a text that must not arrive twice. False: the connection is gone; `unknown`: it may have
 * arrived.
 */
export const sendFrameOnce = async (connection: string, text: string): Promise<boolean | 'unknown'> => {
  try {
    await gatewayOnce().send(postCommand(connection, text));
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    console.warn({ message: 'A frame may not have arrived', error });
    return 'unknown';
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

import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';

let client: ApiGatewayManagementApiClient | undefined;

/** The address of the WebSocket API's connections, which the stack or the local platform sets. */
const gateway = (): ApiGatewayManagementApiClient => {
  client ??= new ApiGatewayManagementApiClient({ endpoint: process.env.SOCKET_CONNECTIONS_URL ?? '' });
  return client;
};

/** Sends a text over a connection. False: it is gone. */
export const sendFrame = async (
  connection: string,
  text: string,
  abortSignal?: AbortSignal,
): Promise<boolean> => {
  try {
    const command = new PostToConnectionCommand({ ConnectionId: connection, Data: Buffer.from(text) });
    await gateway().send(command, { ...(abortSignal && { abortSignal }) });
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    throw error;
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

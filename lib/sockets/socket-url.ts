/** The address of the WebSocket API, which carriers sign, and which pages get with a ticket. */
export const socketUrl = (): string => process.env.SOCKET_URL ?? '';

/**
 * The addresses that a connection may have been given: the one that is given now, and the same at the host at
 * which it has arrived. While a deployment gives the API another name, both are in use.
 */
export const socketUrlsAt = (host: string): readonly string[] => {
  const arrived = new URL(socketUrl());
  arrived.host = host;
  return [socketUrl(), arrived.href];
};

/** The address of the WebSocket API, which carriers sign, and which pages get with a ticket. */
export const socketUrl = (): string => process.env.SOCKET_URL ?? '';

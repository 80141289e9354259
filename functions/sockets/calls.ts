import { handleSocket } from '#lib/phone/handle-socket.ts';

export const handler = handleSocket;

import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/*
 * A DNS server with TXT records that tests set, in other processes than that of the platform: a message in
 * JSON sets the records of a name, and every other message is a question (RFC 1035).
 */

/** The name of a question, and the bytes up to its end. */
const questionOf = (message: Buffer): { readonly name: string; readonly end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
};

const textRecord = (text: string): Buffer => {
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length]);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};

const answerTo = (message: Buffer, texts: readonly string[]): Buffer => {
  const { end } = questionOf(message);
  const head = Buffer.from(message.subarray(0, 12));
  // An answer without an error, or for a name that does not exist.
  head.writeUInt16BE(texts.length > 0 ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(texts.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, message.subarray(12, end), ...texts.map(textRecord)]);
};

export const startDnsServer = async (): Promise<{ readonly address: string; readonly close: () => void }> => {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    // The third byte of a question has its flags, so none begins like this, whatever its id.
    if (message.toString('latin1', 0, 6) === '{"name') {
      const { name, texts } = JSON.parse(message.toString()) as { name: string; texts: string[] };
      records.set(name, texts);
      socket.send('set', port, address);
      return;
    }
    socket.send(answerTo(message, records.get(questionOf(message).name) ?? []), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
};

/** Sets the TXT records of a name. */
export const setTexts = async (server: string, name: string, texts: readonly string[]): Promise<void> => {
  const [host, port] = server.split(':');
  const socket = createSocket('udp4');
  socket.send(JSON.stringify({ name, texts }), Number(port), host);
  await once(socket, 'message');
  socket.close();
};

import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SentMessage {
  readonly QueueUrl: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
}

export interface SqsServer {
  readonly endpoint: string;
  readonly sent: readonly SentMessage[];
  readonly close: () => Promise<void>;
}

/** Takes messages as SQS does, and keeps them. */
export const startSqsServer = async (): Promise<SqsServer> => {
  const sent: SentMessage[] = [];
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request)) as SentMessage;
    sent.push(message);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(
      JSON.stringify({ MessageId: String(sent.length), MD5OfMessageBody: hash('md5', message.MessageBody) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

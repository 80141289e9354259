import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookEvent } from '#lib/contract/event-data.ts';

/** A request as a receiver of webhooks sees it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly text: string;
  readonly body: WebhookEvent;
}

/** Answers a request; how it does so is the test's to say. */
export type Answering = (
  received: Received,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

export interface Receiver {
  readonly url: string;
  /** In the order in which they arrived. */
  readonly received: readonly Received[];
  /** Those about one entity. */
  readonly about: (id: string) => readonly Received[];
  /** From now on. */
  answer: Answering;
  readonly close: () => Promise<void>;
}

/** A server that webhooks are posted to. It accepts everything until a test says otherwise. */
export const startReceiver = async (answer: Answering = answering(200)): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { headers, url = '' } = request;
    const one = { headers, path: url, text: body, body: JSON.parse(body || 'null') as WebhookEvent };
    received.push(one);
    await receiver.answer(one, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    about: (id) => received.filter(({ body }) => (body.data as { id?: string }).id === id),
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { toolFunction } from '#lib/build/function-settings.ts';
import type { Invoke } from './functions.ts';

/** The functions that other functions invoke. */
const invokable: ReadonlySet<string> = new Set([toolFunction]);

/** Invokes functions for other functions, as Lambda's API does. */
export const startLambda = async (
  invoke: Invoke,
): Promise<{ readonly endpoint: string; readonly close: () => Promise<void> }> => {
  const server = createServer(async (request, response) => {
    const [, id = ''] = /^\/2015-03-31\/functions\/([\w.]+)\/invocations$/.exec(request.url ?? '') ?? [];
    if (!invokable.has(id)) return response.writeHead(404).end('{}');
    try {
      const answer = await invoke(id, JSON.parse(await text(request)));
      response.end(JSON.stringify(answer));
    } catch {
      response.setHeader('x-amz-function-error', 'Unhandled').end('{}');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startFaultProxy } from './fault-proxy.ts';

/*
 * The suite's proxy in a thread of its own: it reads, checks and forwards every request to DynamoDB, and
 * would otherwise take its time from the platform, which all tests wait for.
 */

type Message = { readonly endpoint: string } | { readonly broken: string };

if (parentPort) {
  const port = parentPort;
  const say = (message: Message) => port.postMessage(message);
  const { target } = workerData as { target: string };
  const proxy = await startFaultProxy(target, undefined, (broken) => say({ broken }));
  say({ endpoint: proxy.endpoint });
  await once(port, 'message');
  await proxy.close();
  port.close();
}

/** Starts the proxy. `onBroken` receives a sentence for each request that DynamoDB would refuse. */
export const startFaultProxyThread = async (
  target: string,
  onBroken: (sentence: string) => void,
): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { target } });
  const endpoint = await new Promise<string>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message: Message) => {
      if ('endpoint' in message) resolve(message.endpoint);
      else onBroken(message.broken);
    });
  });
  return {
    endpoint,
    close: async () => {
      worker.postMessage('close');
      await once(worker, 'exit');
    },
  };
};

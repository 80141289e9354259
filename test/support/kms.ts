import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A KMS of the test's own. Each operation gets the input of its call, and returns a status and an output. */
export const startKms = async <Input>(answer: (operation: string, asked: Input) => [number, object]) => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += String(piece);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const [status, reply] = answer(operation, JSON.parse(body) as Input);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(reply));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, close: () => server.close() };
};

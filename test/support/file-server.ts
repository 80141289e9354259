import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FileServer {
  readonly url: string;
  readonly close: () => void;
}

/** A server of a file, or of whatever a test says. */
export const startFileServer = async (answer: RequestListener): Promise<FileServer> => {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/prices`, close: () => void server.close() };
};

/** A server that answers everything with one file. */
export const serving = (
  contentType: string | undefined,
  body: string | Buffer,
  status = 200,
): RequestListener => {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  return (_, response) => response.writeHead(status, headers).end(body);
};

let sample: Promise<FileServer> | undefined;

/** The server of the samples, one for each process. */
export const sampleFileServer = (): Promise<FileServer> => {
  sample ??= startFileServer(serving('text/plain', 'A cleaning is 90 dollars.'));
  return sample;
};

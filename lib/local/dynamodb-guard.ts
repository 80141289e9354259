import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignness } from './foreign.ts';
import { S3Error } from './s3/errors.ts';
import type { SigningCredentials } from './s3/signature.ts';
import { verify } from './s3/signature.ts';

/*
 * The embedded DynamoDB accepts any signature and answers every web page. Other programs use this proxy in
 * front of it, which answers only requests that are signed with the credentials of the current start, and no
 * web page.
 */

export interface DynamoDbGuardOptions {
  /** The endpoint of the embedded DynamoDB. */
  readonly target: string;
  readonly credentials: SigningCredentials;
  readonly region: string;
}

export interface DynamoDbGuard {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

/** A request of DynamoDB has at most 16 MB. */
const maxBodyBytes = 16 * 1024 * 1024;

/**
 * DynamoDB's error types for a refused signature
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/CommonErrors.html).
 */
const errorType = ({ code, headers }: { code: string; headers: IncomingMessage['headers'] }): string => {
  if (!headers.authorization) return 'MissingAuthenticationTokenException';
  return code === 'InvalidAccessKeyId' ? 'UnrecognizedClientException' : 'InvalidSignatureException';
};

const refuse = (response: ServerResponse, status: number, type: string, message: string): void => {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }));
};

const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= maxBodyBytes) pieces.push(piece);
  }
  return size <= maxBodyBytes ? Buffer.concat(pieces) : undefined;
};

export const startDynamoDbGuard = async ({
  target,
  credentials,
  region,
}: DynamoDbGuardOptions): Promise<DynamoDbGuard> => {
  const agent = new Agent({ keepAlive: true });

  const forward = (
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void => {
    const outgoing = send(new URL(url ?? '/', target), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy()).end(body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const foreign = foreignness(request);
    if (foreign) {
      request.resume();
      return refuse(response, 403, 'AccessDeniedException', foreign);
    }
    const body = await read(request);
    if (!body) return refuse(response, 413, 'RequestEntityTooLargeException', 'The request is too large');
    const { method = 'POST', url = '/', headers } = request;
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]),
    );
    const [path = '/', query = ''] = url.split(/\?(.*)/s);
    const payload = createHash('sha256').update(body).digest('hex');
    try {
      await verify(
        { method, path, query: new URLSearchParams(query), headers: flat },
        { credentials, region, now: new Date(), service: 'dynamodb', payload },
      );
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      return refuse(response, 400, errorType({ code: error.code, headers }), error.message);
    }
    forward(request, body, response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Speaks as Amazon Polly does, and as an OpenAI-compatible endpoint does. A text can ask for a failure:
 * `fail 400 SomeException`.
 */

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

const voice = (Id: string, LanguageCode: string, SupportedEngines: string[], more: object = {}) => ({
  ...{ Id, Name: Id, LanguageCode, SupportedEngines, Gender: 'Female', LanguageName: LanguageCode },
  ...more,
});

/** The second page is reached by the token of the first. */
const pages = [
  [
    voice('Ivy', 'en-US', ['standard', 'neural']),
    voice('Amy', 'en-GB', ['standard', 'neural', 'generative']),
  ],
  [
    voice('Marlene', 'de-DE', ['standard']),
    voice('Vicki', 'de-DE', ['neural', 'generative']),
    voice('Aditi', 'hi-IN', ['standard'], { AdditionalLanguageCodes: ['en-IN'] }),
  ],
];

const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));

export const startSpeechServer = async () => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const url = new URL(request.url ?? '/', 'http://server');
    if (url.pathname === '/v1/voices') {
      const page = Number(url.searchParams.get('NextToken') ?? 0);
      const next = page + 1 < pages.length ? { NextToken: String(page + 1) } : {};
      return answer(response, 200, { Voices: pages[page], ...next });
    }
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
    asked.push({ path: url.pathname, authorization: request.headers.authorization, body });
    const text = String(body.Text ?? body.input);
    const [, status, name] = /fail (\d+) (\w+)/.exec(text) ?? [];
    if (status && name) {
      const error = { message: `It is a ${name}`, error: { message: `It is a ${name}` } };
      return answer(response, Number(status), error, { 'x-amzn-errortype': name });
    }
    return answer(response, 200, Buffer.from(`spoken: ${text}`), { 'content-type': 'audio/mpeg' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The texts that it was asked to speak. */
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

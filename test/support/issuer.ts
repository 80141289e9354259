import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JWTPayload } from 'jose';
import { exportJWK, SignJWT } from 'jose';

/*
 * An OpenID provider whose every answer a test can replace. Issuers are paths of one server, so that tests
 * run side by side.
 */

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const issuerKeys = { privateKey, publicKey };

type Claims = Record<string, unknown>;

/** The answer to a request to an endpoint. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string | object;
}

/** The ways in which an issuer differs from an honest one. */
export interface Behavior {
  readonly discovery?: (metadata: Claims) => Claims | Answer | Promise<Answer>;
  readonly keys?: () => Answer | Promise<Answer>;
  /** The ID token of a code. */
  readonly token?: (claims: JWTPayload) => string | Promise<string>;
  readonly tokens?: (answer: Claims) => Answer;
  /** It knows this refresh token, which is the person's. */
  readonly refreshToken?: string;
  /** The parameters with which the browser returns. */
  readonly callback?: (parameters: Record<string, string>) => Record<string, string>;
}

export interface Issuer {
  readonly issuer: string;
  /** The next person to sign in: the claims of the ID token besides those of the protocol. */
  person: Claims & { sub: string };
}

interface Code {
  readonly nonce: string;
  readonly clientId: string;
  readonly person: Claims;
}

export const sign = async (claims: JWTPayload, header: object = {}, key = privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);

const jwkOf = async (key: KeyObject, kid: string) => ({
  ...(await exportJWK(key)),
  kid,
  use: 'sig',
  alg: 'RS256',
});

/** The keys of an issuer that replaces its only one without showing the next one before. */
export const replacedKeys = async () => {
  const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let current = { kid: 'one', privateKey, jwk: await jwkOf(publicKey, 'one') };
  const later = { kid: 'two', ...next, jwk: await jwkOf(next.publicKey, 'two') };
  const keys = {
    reads: 0,
    replace: () => {
      current = later;
    },
    /** Signs with the current key, which calls itself by its own name unless the header has another one. */
    sign: (claims: JWTPayload, header: object = {}) =>
      sign(claims, { kid: current.kid, ...header }, current.privateKey),
    answer: (): Answer => {
      keys.reads += 1;
      return { body: { keys: [current.jwk] } };
    },
  };
  return keys;
};

const isAnswer = (value: object): value is Answer => 'body' in value;

export const startIssuers = async () => {
  const jwk = await jwkOf(publicKey, 'one');
  const issuers = new Map<
    string,
    Issuer & { readonly behavior: Behavior; readonly codes: Map<string, Code> }
  >();

  const send = (response: ServerResponse, answer: Answer): void => {
    const { status = 200, headers = {}, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', base);
    const [, name = '', ...rest] = url.pathname.split('/');
    const found = issuers.get(name);
    if (!found) return send(response, { status: 404, body: {} });
    const { issuer, behavior, codes } = found;
    switch (rest.join('/')) {
      case '.well-known/openid-configuration': {
        const metadata = {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        };
        const answer = (await behavior.discovery?.(metadata)) ?? metadata;
        return send(response, isAnswer(answer) ? answer : { body: answer });
      }
      case 'keys':
        return send(response, (await behavior.keys?.()) ?? { body: { keys: [jwk] } });
      case 'authorize': {
        const { searchParams: asked } = url;
        const code = randomUUID();
        const nonce = asked.get('nonce') ?? '';
        codes.set(code, { nonce, clientId: asked.get('client_id') ?? '', person: found.person });
        const parameters = { code, state: asked.get('state') ?? '', iss: issuer, session_state: 'any' };
        const query = new URLSearchParams(behavior.callback?.(parameters) ?? parameters);
        response.writeHead(302, { location: `${asked.get('redirect_uri')}?${query}` }).end();
        return;
      }
      case 'token': {
        const sent = new URLSearchParams(await text(request));
        if (behavior.refreshToken !== undefined && sent.get('refresh_token') === behavior.refreshToken) {
          const at = Math.floor(Date.now() / 1000);
          const claims = { iss: issuer, aud: sent.get('client_id') ?? '', iat: at, exp: at + 300 };
          const id_token = await sign({ ...claims, ...found.person });
          return send(response, { body: { access_token: 'opaque', token_type: 'Bearer', id_token } });
        }
        const code = codes.get(sent.get('code') ?? '');
        codes.delete(sent.get('code') ?? '');
        if (!code) return send(response, { status: 400, body: { error: 'invalid_grant' } });
        const now = Math.floor(Date.now() / 1000);
        const { nonce, clientId, person } = code;
        const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...person };
        const id_token = await (behavior.token ?? sign)(claims);
        const answer = { access_token: 'opaque', token_type: 'Bearer', id_token };
        return send(response, behavior.tokens?.(answer) ?? { body: answer });
      }
      default:
        return send(response, { status: 404, body: {} });
    }
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.unref();
  return {
    /** An issuer with its own people. */
    issuer: (behavior: Behavior = {}): Issuer => {
      const name = randomUUID();
      const sub = randomUUID();
      const made = {
        issuer: `${base}/${name}`,
        behavior,
        codes: new Map<string, Code>(),
        person: { sub, email: `${sub}@example.com`, name: 'Pia' },
      };
      issuers.set(name, made);
      return made;
    },
    close: () => void server.close(),
  };
};

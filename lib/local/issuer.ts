import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, SignJWT } from 'jose';
import { minuteMs } from '#lib/domain/durations.ts';
import type { LocalPerson } from './people.ts';
import { localClientId, localPeople } from './people.ts';

/*
 * An OpenID provider for one machine, without passwords: its page shows everybody as whom one can sign in. It
 * is part of `npm start`, and of no stack.
 */

/** The path below which it answers. */
export const issuerPath = '/local-issuer';

const codeMs = minuteMs;

interface Code {
  readonly person: LocalPerson;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly until: number;
}

const closed = 'Open the link that npm start has printed';

const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const pageOf = (query: URLSearchParams): string => {
  const links = localPeople.map(({ sub, name, role }) => {
    const target = `${issuerPath}/choose?${new URLSearchParams([...query, ['sub', sub]])}`;
    return `<li><a href="${escaped(target)}">${escaped(name)}</a> (${role})</li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in on this machine</title>
<body style="font: 16px system-ui; margin: 3rem auto; max-width: 30rem"><h1>Sign in as</h1><ul>${links.join('\n')}</ul></body></html>`;
};

export type Issue = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const cookie = 'local_issuer';

export interface LocalIssuer {
  readonly issue: Issue;
  /**
   * The link that opens the issuer to a browser, and leads to the sign-in through a connection. Other users
   * of the machine do not know it.
   */
  readonly linkFor: (connectionId: string) => string;
}

/** Answers the requests below `issuerPath`. */
export const localIssuer = async (baseUrl: string): Promise<LocalIssuer> => {
  const secret = randomBytes(24).toString('base64url');
  const issuer = `${baseUrl}${issuerPath}`;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'local', use: 'sig', alg: 'ES256' };
  const codes = new Map<string, Code>();
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
  };

  const idToken = ({ person, nonce }: Code): Promise<string> => {
    const { sub, email, name } = person;
    return new SignJWT({ email, email_verified: true, name, nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'local' })
      .setIssuer(issuer)
      .setAudience(localClientId)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  };

  /** The code of a person who was chosen, at the address of the platform, and nowhere else. */
  const choose = (query: URLSearchParams): string | undefined => {
    const person = localPeople.find(({ sub }) => sub === query.get('sub'));
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!person || !redirectUri.startsWith(`${baseUrl}/v1/sign-in/`)) return undefined;
    const code = randomUUID();
    codes.set(code, { person, redirectUri, nonce: query.get('nonce') ?? '', until: Date.now() + codeMs });
    return `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer })}`;
  };

  const redeem = async (request: IncomingMessage): Promise<object | undefined> => {
    const sent = new URLSearchParams(await text(request));
    const code = codes.get(sent.get('code') ?? '');
    codes.delete(sent.get('code') ?? '');
    if (!code || code.until < Date.now() || code.redirectUri !== sent.get('redirect_uri')) return undefined;
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: await idToken(code) };
  };

  const isOpenTo = ({ headers }: IncomingMessage): boolean =>
    (headers.cookie ?? '').split('; ').includes(`${cookie}=${secret}`);

  const issue: Issue = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', baseUrl);
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const json = (value: object | undefined): void =>
      value
        ? send(200, 'application/json', JSON.stringify(value))
        : send(400, 'application/json', '{"error":"invalid_grant"}');
    switch (pathname.slice(issuerPath.length)) {
      case '/.well-known/openid-configuration':
        return json(metadata);
      case '/keys':
        return json({ keys: [jwk] });
      case '/enter': {
        if (searchParams.get('secret') !== secret) return send(403, 'text/plain', closed);
        const location = `/sign-in?connection_id=${searchParams.get('connection_id')}`;
        const set = `${cookie}=${secret}; Path=${issuerPath}; HttpOnly; SameSite=Lax`;
        response.writeHead(302, { location, 'set-cookie': set }).end();
        return;
      }
      case '/authorize':
        if (!isOpenTo(request)) return send(403, 'text/plain', closed);
        return send(200, 'text/html; charset=utf-8', pageOf(searchParams));
      case '/choose': {
        const location = isOpenTo(request) ? choose(searchParams) : undefined;
        if (!location) return send(403, 'text/plain', closed);
        response.writeHead(302, { location }).end();
        return;
      }
      case '/token':
        return json(await redeem(request));
      default:
        return send(404, 'text/plain', 'Not found');
    }
  };
  const linkFor = (connectionId: string): string =>
    `${issuer}/enter?${new URLSearchParams({ connection_id: connectionId, secret })}`;
  return { issue, linkFor };
};

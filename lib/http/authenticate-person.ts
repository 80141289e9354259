import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform } from '#lib/domain/caller.ts';
import { isSessionSecret, rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { SessionSecret } from '#lib/people/find-session.ts';
import { findSession } from '#lib/people/find-session.ts';
import type { Grant, GrantRecord } from '#lib/people/grants.ts';
import { findGrant, isConnected, scopesOf } from '#lib/people/grants.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { cookieOf, sessionCookie } from './cookies.ts';
import type { ApiEvent, Exchange } from './exchange.ts';

/** The value of `Organization` for requests about the person alone. */
const nobody = 'none';

const refused = (detail: string): ApiError => new ApiError('unauthenticated', { detail });

/**
 * A cookie arrives with requests that other pages make. This header does not, and browsers say where a
 * request comes from.
 */
const organizationOf = ({ headers }: ApiEvent): string => {
  const { organization, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') throw refused('The request comes from another site');
  if (organization === undefined || !/^(client_[0-9a-z]{26}|platform|none)$/.test(organization)) {
    throw refused('Send the organization as "Organization: client_…", "platform" or "none"');
  }
  return organization;
};

const recallSession = memoryFor<SessionSecret | undefined>(rememberedMs, 10_000);
const recallGrant = memoryFor<GrantRecord | undefined>(rememberedMs, 10_000);
const recallConnection = memoryFor<boolean | undefined>(rememberedMs, 1000);

const signInAgain = (): ApiError => refused('Sign in');

const withoutOrganization = async (session: SessionSecret): Promise<Caller> => {
  const { person_id, session_id, connection_id } = session;
  const connected = await recallConnection(
    connection_id,
    async () => (await isConnected(connection_id)) || undefined,
  );
  if (!connected) throw signInAgain();
  return {
    key_id: person_id,
    client_id: person_id,
    scopes: [],
    expires_at: null,
    rate_limits: [],
    person: { id: person_id, session_id, connection_id, grant: null },
  };
};

const asMember = async (
  { person_id, session_id, connection_id }: SessionSecret,
  owner: string,
): Promise<Caller> => {
  const person = { id: person_id, session_id, connection_id };
  const found = await recallGrant(`${person_id} ${owner}`, () => findGrant(person, owner));
  if (!found) throw signInAgain();
  const grant = JSON.parse(found.terms) as Grant;
  if (grant.expires_at !== null && grant.expires_at <= new Date().toISOString()) throw signInAgain();
  return {
    key_id: found.member_id,
    client_id: owner === platform ? null : owner,
    scopes: scopesOf(grant),
    expires_at: grant.expires_at,
    rate_limits: found.rate_limits,
    person: { ...person, grant: found.terms },
  };
};

/** Identifies the person of a session, as a member of the organization that the request names. */
export const enterAsPerson = async (event: ApiEvent, exchange: Exchange): Promise<void> => {
  if (event.headers.authorization !== undefined)
    throw refused('Send either a key or the cookie of a session');
  const owner = organizationOf(event);
  const secret = cookieOf(event, sessionCookie);
  if (secret === undefined || !isSessionSecret(secret)) throw signInAgain();
  const session = await recallSession(secret, () => findSession(secret));
  if (!session || session.expires_at <= new Date().toISOString()) throw signInAgain();
  exchange.caller = await (owner === nobody ? withoutOrganization(session) : asMember(session, owner));
  exchange.secret = secret;
};

import * as z from 'zod/mini';
import { DomainName } from './domain-name.ts';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  Flag,
  id,
  label,
  Metadata,
  object,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { GivenRole } from './roles.ts';
import { created, entityOf, route } from './route.ts';

const Domain = object('ConnectionDomain', 'A domain of e-mail addresses', {
  name: DomainName,
  txt: described(text(200), 'The text of the DNS record of type TXT that proves the domain to be yours'),
  verified_at: described(z.nullable(Timestamp), 'When the record was found; null until then'),
});

const DomainInput = strictObject('ConnectionDomainInput', 'A domain of e-mail addresses', {
  ...sentBack(Domain),
  name: DomainName,
});

const Join = enumeration(
  'ConnectionJoin',
  ['invited', 'domain'],
  'The people who become members: invited people only, or also people whose verified e-mail address has one of the verified domains',
);

const RoleMapping = strictObject('RoleMapping', 'The role that a value of the claim gives', {
  value: described(text(200), 'A value of the claim'),
  role: GivenRole,
});

/** A name of a claim. Some providers use URLs. */
const ClaimName = text(200);

const RequiredClaims = z
  .record(ClaimName.register(docs, { maxLength: 200 }), text(200))
  .check(z.refine((claims) => Object.keys(claims).length <= 10, 'must have at most 10 claims'));

const writable = {
  name: described(label(200), 'The connection’s name, which people see when they sign in'),
  issuer: z.url().check(z.maxLength(500)).register(docs, {
    description: 'The issuer of the OpenID provider, exactly as its discovery document gives it',
    maxLength: 500,
  }),
  oidc_client_id: described(label(300), 'The id of the client that you registered at the provider'),
  required_claims: described(
    z._default(RequiredClaims, {}),
    'Claims that the ID token must have with these values. A provider that is shared by many companies needs one, such as `hd` for Google',
  ),
  domains: described(
    z._default(
      z.array(DomainInput).check(
        z.maxLength(20),
        z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must be different'),
      ),
      [],
    ),
    'The domains of e-mail addresses by which people find the connection, once they are verified',
  ),
  enforced: described(
    z._default(z.boolean(), false),
    'Whether members of the organization can only sign in through this connection. Members of organizations above are not affected. Only a caller with every scope of an owner can change it. People of the organization can only enforce the connection through which they have signed in themselves, or one through which an owner signs in whose membership does not end',
  ),
  join: described(
    z._default(Join, 'invited'),
    'The people who become members of the organization by signing in. What a caller sets who lacks a scope of an owner waits for one (`awaits_owner`)',
  ),
  role_claim: described(
    orNull(ClaimName),
    'The claim that gives the role of those who join by their domain; null if all get `max_role`',
  ),
  role_map: described(
    z._default(z.array(RoleMapping).check(z.maxLength(50)), []),
    'The roles for values of `role_claim`. The first that matches applies, and without one a person is no member',
  ),
  max_role: described(
    z._default(GivenRole, 'listener'),
    'The most that people get by signing in: a role with other scopes is refused',
  ),
  acr_values: described(
    z._default(z.array(label(200)).check(z.maxLength(5)), []),
    'The authentication contexts of which the ID token must name one (`acr`), for example one with two factors; empty if any is accepted',
  ),
  session_hours: described(
    z._default(z.int().check(z.minimum(1), z.maximum(168)), 12),
    'The duration of a session, in hours',
  ),
  recheck_minutes: described(
    orNull(z.int().check(z.minimum(5), z.maximum(1440))),
    'The interval at which the provider is asked, by a refresh token, whether a session may go on, in minutes. A session for which the provider gives no refresh token ends after that time. It applies to sessions that begin afterwards. Refused with 503 if the stack has no key that encrypts secrets. Null: sessions are not rechecked',
  ),
  metadata: z._default(Metadata, {}),
};

const ClientSecret = described(
  orNull(text(1000)),
  'The secret of the client at the provider. It is stored encrypted and cannot be read again; null for a public client',
);

export const Connection = object('Connection', 'An OpenID provider through which people sign in', {
  ...entity('con'),
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that the connection belongs to; null for the platform',
  }),
  created_by: createdBy('connection'),
  name: described(text(200), 'The connection’s name, which people see when they sign in'),
  issuer: described(text(500), 'The issuer of the OpenID provider'),
  oidc_client_id: described(text(300), 'The id of the client at the provider'),
  client_secret_hint: described(
    z.nullable(text(4)),
    'The last four characters of the client’s secret; null if there is none',
  ),
  required_claims: described(RequiredClaims, 'Claims that the ID token must have with these values'),
  domains: described(
    z.array(Domain).check(z.maxLength(20)),
    'The domains of e-mail addresses by which people find the connection, once they are verified',
  ),
  enforced: described(
    z.boolean(),
    'Whether members of the organization can only sign in through this connection',
  ),
  join: Join,
  awaits_owner: described(
    z.boolean(),
    'Whether the rules by which people join wait for an owner, because somebody else has set them: until then, nobody joins by a domain. `POST …/confirm-joining` confirms them',
  ),
  role_claim: described(
    z.nullable(ClaimName),
    'The claim that gives the role of those who join by their domain; null if all get `max_role`',
  ),
  role_map: described(z.array(RoleMapping).check(z.maxLength(50)), 'The roles for values of `role_claim`'),
  max_role: described(GivenRole, 'The most that people get by signing in'),
  acr_values: described(
    z.array(text(200)).check(z.maxLength(5)),
    'The authentication contexts of which the ID token must name one',
  ),
  session_hours: described(z.int(), 'The duration of a session, in hours'),
  recheck_minutes: described(
    z.nullable(z.int()),
    'The interval at which the provider is asked whether a session may go on, in minutes; null if it is not asked',
  ),
  callback_url: z.url().register(docs, {
    description: 'The redirect URI to register at the provider',
    maxLength: 500,
  }),
  logout_url: z.url().register(docs, {
    description: 'The URL to register at the provider for back-channel logout',
    maxLength: 500,
  }),
});
export type Connection = z.output<typeof Connection>;

export const ConnectionItem = z
  .pick(Connection, {
    id: true,
    created_at: true,
    updated_at: true,
    version: true,
    client_id: true,
    created_by: true,
    name: true,
    issuer: true,
    enforced: true,
    join: true,
  })
  .register(docs, { id: 'ConnectionItem', description: 'A connection as it appears in a list' });
export type ConnectionItem = z.output<typeof ConnectionItem>;

export const ConnectionInput = strictObject('ConnectionInput', 'A new connection', {
  ...writable,
  client_id: z.optional(id('client')).register(docs, {
    description: 'The organization that the connection belongs to; by default the caller’s own',
  }),
  client_secret: ClientSecret,
});
export type ConnectionInput = z.output<typeof ConnectionInput>;

const { issuer: _issuer, ...changeable } = writable;

/** Everything that can be changed. Another issuer would have other people under the same subjects. */
export const ConnectionReplacement = z.strictObject(changeable);
export type ConnectionReplacement = z.output<typeof ConnectionReplacement>;

export const ConnectionPatch = strictObject('ConnectionPatch', 'Changes of a connection (RFC 7396)', {
  ...patchOf(changeable),
  client_secret: described(
    z.optional(z.nullable(text(1000))),
    'The new secret of the client at the provider; null removes it, and without this field it stays',
  ),
});
export type ConnectionPatch = z.output<typeof ConnectionPatch>;

export const list = route('GET /v1/connections', {
  summary: 'List connections, newest first',
  description: 'Lists the connections of an organization and its descendants.',
  scope: 'connections:read',
  ...pagesOfOrganization('ConnectionList', ConnectionItem, 'connections', 'the caller’s own'),
});

export const create = route('POST /v1/connections', {
  summary: 'Connect an OpenID provider',
  description:
    'People of the provider can then sign in and accept invitations of the organization and its descendants. Register `callback_url` of the answer at the provider. The caller must have every scope of `max_role`.',
  scope: 'connections:write',
  body: ConnectionInput,
  audit: 'connection.created',
  ...created('/v1/connections/{id}', Connection),
  errors: ['client_not_found', 'client_suspended', 'sign_in_enforced', 'enforced_without_owner'],
});

export const get = route('GET /v1/connections/{connection_id}', {
  summary: 'Get a connection',
  description: 'Returns the connection without its secret.',
  scope: 'connections:read',
  ...entityOf(Connection),
});

export const update = route('PATCH /v1/connections/{connection_id}', {
  summary: 'Update a connection',
  description:
    'Changes the fields that are sent: null resets one to its default. The issuer cannot be changed. A domain that is new has to be verified, and one that is left out no longer leads to the connection. Whoever changes what signing in demands (`oidc_client_id`, `client_secret`, `required_claims`, `acr_values`, `session_hours`, `recheck_minutes`, `enforced`) must have every scope of the members who come through the connection.',
  scope: 'connections:write',
  body: ConnectionPatch,
  audit: 'connection.updated',
  ...entityOf(Connection),
  errors: ['sign_in_enforced', 'enforced_without_owner'],
});

export const remove = route('DELETE /v1/connections/{connection_id}', {
  summary: 'Remove a connection',
  description:
    'Sessions of people who signed in through it end within ten seconds. A connection that still has people who are members is kept, unless `remove_members` is `true`: then they are removed with it, and nobody joins meanwhile. The caller must have every scope of `max_role` and of those members, and of an owner if the connection is enforced. The last owner of an organization stays.',
  scope: 'connections:write',
  query: z.strictObject({
    remove_members: described(
      z.optional(Flag),
      'With `true`, the members who sign in through the connection are removed with it',
    ),
  }),
  waits: true,
  audit: 'connection.removed',
  etag: Connection,
  errors: ['connection_in_use', 'last_owner'],
});

export const confirmJoining = route('POST /v1/connections/{connection_id}/confirm-joining', {
  summary: 'Confirm who joins by a connection',
  description:
    'Lets people join by the rules of the connection, which a caller without every scope of an owner has set. Only a caller with all of them, whose access does not end, can confirm. `If-Match` is compared with the connection: without it, rules that somebody has changed since they were read are confirmed as well.',
  scope: 'connections:write',
  audit: 'connection.joining_confirmed',
  ...entityOf(Connection),
  errors: ['precondition_failed'],
});

const DomainToVerify = strictObject('DomainToVerify', 'The domain to verify', {
  domain: described(DomainName, 'One of the connection’s domains'),
});

export const verifyDomain = route('POST /v1/connections/{connection_id}/verify-domain', {
  summary: 'Verify a domain of a connection',
  description:
    'Looks for the TXT record of the domain. People whose e-mail address has the domain then find the connection when they sign in. A domain can be verified for one connection only.',
  scope: 'connections:write',
  body: DomainToVerify,
  waits: true,
  audit: 'connection.domain_verified',
  ...entityOf(Connection),
  errors: ['domain_not_verified', 'domain_taken'],
});

const ConnectionTest = object('ConnectionTestResult', 'The result of testing a connection', {
  successful: described(z.boolean(), 'Whether people can sign in, as far as the provider shows'),
  detail: described(z.nullable(text(500)), 'The problem that was found; null if there is none'),
});
export type ConnectionTest = z.output<typeof ConnectionTest>;

export const test = route('POST /v1/connections/{connection_id}/test', {
  summary: 'Test a connection',
  description:
    'Reads the provider’s discovery document and its keys, checks what sign-in relies on, and redeems an invented code, so that the provider says whether it accepts the client id and the secret. Nothing is changed.',
  scope: 'connections:write',
  changesNothing: true,
  waits: true,
  response: ConnectionTest,
});

export const logout = route('POST /v1/connections/{connection_id}/logout', {
  summary: 'End sessions for the provider',
  description:
    'Receives logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0). The sessions that the token names end within ten seconds.',
  public: true,
  raw: { maxBytes: 20_000 },
  waits: true,
  response: object('ProviderLogout', 'The result of a logout token', {
    ended: described(z.int(), 'The number of sessions that the token ended'),
  }),
  errors: ['logout_refused', 'rate_limited'],
});

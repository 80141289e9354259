import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  Connection,
  ConnectionInput,
  ConnectionItem,
  ConnectionReplacement,
} from '#lib/contract/connections.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import {
  changed,
  entities,
  entityChanges,
  entityFootprint,
  entityWrites,
  firstVersion,
} from '#lib/store/entity.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { entryRemovals } from '#lib/store/lists/listing.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { putNew } from '#lib/store/operations/put.ts';
import { remove, removeUnchanged, removeVersion } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import { hasMembers } from './people.ts';

export interface ConnectionRecord extends Omit<Connection, 'callback_url' | 'logout_url'> {
  /** The ids of the organizations from the top down to the connection's own; none: the platform's. */
  readonly path: readonly string[];
  /** Sealed. */
  readonly client_secret: string | null;
  /** The number of times that somebody has become a member through the connection. Absent: none. */
  readonly joins?: number;
}

export const connections = /* @__PURE__ */ entities<ConnectionRecord, ConnectionItem>({
  prefix: 'con',
  list: 'connections',
  kind: 'connection',
  json: ['metadata', 'required_claims', 'domains', 'role_map', 'acr_values'],
  shown: ({ id, created_at, updated_at, version, client_id, created_by, name, issuer, enforced, join }) => ({
    ...{ id, created_at, updated_at, version, client_id, created_by, name, issuer, enforced, join },
  }),
});

const verifiedNames = ({ domains }: ConnectionRecord): string[] =>
  domains.filter(({ verified_at }) => verified_at !== null).map(({ name }) => name);

const domainItem = (name: string, connection_id: string): Item => ({
  ...keyOf('sign_in_domain', name),
  connection_id,
});

/** An organization enforces one connection at most. */
const enforcementItems = ({ id, client_id, enforced }: ConnectionRecord): Item[] =>
  enforced ? [{ ...keyOf('enforced_sign_in', ownerOf({ client_id })), connection_id: id }] : [];

export const connectionFootprint = (item: Item): Item[] => {
  const connection = connections.fromItem(item);
  return [
    ...verifiedNames(connection).map((name) => domainItem(name, connection.id)),
    ...enforcementItems(connection),
    ...entityFootprint(connections)(item),
  ];
};

export const callbackUrl = (origin: string, id: string): string => `${origin}/v1/sign-in/${id}/callback`;

export const represent = (connection: ConnectionRecord, origin: string): Connection => ({
  ...connection,
  callback_url: callbackUrl(origin, connection.id),
  logout_url: `${origin}/v1/connections/${connection.id}/logout`,
});

/** The connection that a verified domain leads to. */
export const findByDomain = async (domain: string): Promise<ConnectionRecord | undefined> => {
  const item = await get(keyOf('sign_in_domain', domain));
  return item && connections.read(String(item.connection_id));
};

const enforcedAlready = (): ApiError<'sign_in_enforced'> => new ApiError('sign_in_enforced');

const enforce = (connection: ConnectionRecord): Operation<ApiError<'sign_in_enforced'>>[] =>
  enforcementItems(connection).map((item) => putNew(item, enforcedAlready));

type Domains = Connection['domains'];

/** Domains that were verified stay so; a new one gets a text for its TXT record. */
const domainsOf = (names: readonly { readonly name: string }[], before: Domains): Domains =>
  names.map(
    ({ name }) =>
      before.find((known) => known.name === name) ?? {
        name,
        txt: `voice-agent-platform=${randomBytes(20).toString('hex')}`,
        verified_at: null,
      },
  );

export const newConnectionId = () => newId('con');

/** A secret as it is stored, and what is shown of it. */
export interface SealedSecret {
  readonly client_secret: string | null;
  readonly client_secret_hint: string | null;
}

export const insertConnection = (
  id: string,
  client: { readonly id: string; readonly path: readonly string[] } | null,
  input: ConnectionInput,
  secret: SealedSecret,
  origin: string,
  awaits_owner: boolean,
): Write<Connection, 'sign_in_enforced'> => {
  const { client_id: _clientId, client_secret: _secret, domains, ...fields } = input;
  const connection: ConnectionRecord = {
    ...fields,
    ...secret,
    ...firstVersion(id, client?.path ?? []),
    awaits_owner,
    created_by: currentOrigin().actor,
    domains: domainsOf(domains, []),
  };
  return {
    operations: [...entityWrites(connections, connection), ...enforce(connection)],
    reply: represent(connection, origin),
  };
};

/** The fields that a replacement sets, except the secret. */
export const replaceableFields = (connection: ConnectionRecord): ConnectionReplacement => {
  const { name, oidc_client_id, required_claims, domains, enforced, join } = connection;
  const { role_claim, role_map, max_role, acr_values, session_hours, recheck_minutes } = connection;
  return {
    ...{ name, oidc_client_id, required_claims, domains, enforced, join },
    ...{ role_claim, role_map, max_role, acr_values, session_hours, recheck_minutes },
    metadata: connection.metadata,
  };
};

export const replaceConnection = (
  before: ConnectionRecord,
  { domains, ...fields }: ConnectionReplacement,
  secret: SealedSecret,
  origin: string,
  awaits_owner: boolean,
): Write<Connection, 'sign_in_enforced'> => {
  const replaces = represent(before, origin);
  const replacement = { ...fields, ...secret, awaits_owner, domains: domainsOf(domains, before.domains) };
  if (isDeepStrictEqual({ ...before, ...replacement }, before)) {
    return { operations: [], reply: replaces, replaces };
  }
  const after = changed(before, replacement);
  const dropped = verifiedNames(before).filter((name) => !verifiedNames(after).includes(name));
  return {
    operations: [
      ...entityChanges(connections, before, after),
      ...(after.enforced && !before.enforced ? enforce(after) : []),
      ...(before.enforced && !after.enforced ? enforcementItems(before).map(keyIn).map(remove) : []),
      ...dropped.map((name) => remove(keyOf('sign_in_domain', name))),
    ],
    reply: represent(after, origin),
    replaces,
  };
};

/** Lets people join by rules that somebody else than an owner has set. */
export const confirmJoining = (before: ConnectionRecord, origin: string): Write<Connection> => {
  const replaces = represent(before, origin);
  if (!before.awaits_owner) return { operations: [], reply: replaces, replaces };
  const after = changed(before, { awaits_owner: false });
  return {
    operations: entityChanges(connections, before, after),
    reply: represent(after, origin),
    replaces,
  };
};

/** Stores that a domain was proved. Another connection may have been faster, or older. */
export const verifyDomain = (
  before: ConnectionRecord,
  name: string,
  origin: string,
): Write<Connection, 'domain_taken'> => {
  if (verifiedNames(before).includes(name)) {
    return { operations: [], reply: represent(before, origin), replaces: represent(before, origin) };
  }
  const verified_at = new Date().toISOString();
  const domains = before.domains.map((domain) =>
    domain.name === name ? { ...domain, verified_at } : domain,
  );
  const after = changed(before, { domains });
  return {
    operations: [
      ...entityChanges(connections, before, after),
      putNew(domainItem(name, after.id), () => new ApiError('domain_taken')),
    ],
    reply: represent(after, origin),
    replaces: represent(before, origin),
  };
};

const belongingRemovals = (connection: ConnectionRecord): Operation<never>[] => [
  ...verifiedNames(connection).map((name) => remove(keyOf('sign_in_domain', name))),
  ...enforcementItems(connection).map(keyIn).map(remove),
  ...entryRemovals(connections.entryOf(connection)),
];

/** Identities of its people remain without a membership, and expire. */
export const connectionRemovals = (connection: ConnectionRecord): Operation<Stale>[] => [
  removeVersion(keyOf('connection', connection.id), connection.version),
  ...belongingRemovals(connection),
];

export const removeConnection = async (
  connection: ConnectionRecord,
  origin: string,
): Promise<Write<undefined, 'connection_in_use'>> => {
  if (await hasMembers(connection.id)) throw new ApiError('connection_in_use');
  return removalOf(connection, origin);
};

/** The removal of a connection, whoever signs in through it. */
export const removalOf = (connection: ConnectionRecord, origin: string): Write<undefined> => ({
  // Somebody may have joined since they were looked for.
  operations: [
    removeUnchanged(keyOf('connection', connection.id), {
      version: connection.version,
      joins: connection.joins,
    }),
    ...belongingRemovals(connection),
  ],
  reply: undefined,
  about: connection,
  replaces: represent(connection, origin),
});

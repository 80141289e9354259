import type { RoleName } from '#lib/contract/roles.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Caller, CallingPerson } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import type { Reliance } from '#lib/keys/shown-secret.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * A request of a person relies on the session's secret, and on what admits the person to an organization: the
 * grant, which says what the person may do, the connection, and what the organization enforces. A function
 * caches all of it for ten seconds. Writes whose effect lasts have it as conditions (lib/http/writing.ts).
 */

/** A role, or scopes that were chosen one by one. */
export interface Grant {
  readonly role: RoleName | null;
  /** Null: those of the role. */
  readonly chosen: readonly Scope[] | null;
  readonly expires_at: string | null;
}

export const scopesOf = ({ role, chosen }: Pick<Grant, 'role' | 'chosen'>): Scope[] =>
  role === null ? [...(chosen ?? [])] : scopesOfRole(role);

/** The item of a grant. `terms` changes whenever what the person may do changes. */
export interface GrantRecord {
  readonly member_id: string;
  readonly client_id: string | null;
  /** A {@link Grant} as JSON. */
  readonly terms: string;
  readonly rate_limits: readonly RateLimit[];
}

export const grantItem = (
  personId: string,
  memberId: string,
  client_id: string | null,
  { role, chosen, expires_at }: Grant,
  rate_limits: readonly RateLimit[],
): Item => ({
  ...keyOf('grant', personId, ownerOf({ client_id })),
  member_id: memberId,
  client_id,
  terms: JSON.stringify({ role, chosen, expires_at } satisfies Grant),
  rate_limits,
});

/** The reliance on a connection, whose sessions end with it. */
const onConnection = (connectionId: string): Reliance => ({
  key: keyOf('connection', connectionId),
  holds: (item) => item !== undefined,
  condition: { ConditionExpression: 'attribute_exists(pk)' },
});

/** The reliance on an organization that lets people in through a connection: it enforces no other. */
const onAdmission = (owner: string, connectionId: string): Reliance => ({
  key: keyOf('enforced_sign_in', owner),
  holds: (item) => item === undefined || item.connection_id === connectionId,
  condition: {
    ConditionExpression: 'attribute_not_exists(pk) OR connection_id = :callers_connection',
    ExpressionAttributeValues: { ':callers_connection': connectionId },
  },
});

/** The reliance on a grant that is as it was. */
const onGrant = (personId: string, owner: string, terms: string, memberId: string): Reliance => ({
  key: keyOf('grant', personId, owner),
  holds: (item) => item?.terms === terms && item.member_id === memberId,
  condition: {
    ConditionExpression: 'terms = :callers_terms AND member_id = :callers_member',
    ExpressionAttributeValues: { ':callers_terms': terms, ':callers_member': memberId },
  },
});

/** Everything beside the grant that admits a person to an organization. */
const admittedBy = ({ connection_id }: Pick<CallingPerson, 'connection_id'>, owner: string): Reliance[] => [
  onAdmission(owner, connection_id),
  onConnection(connection_id),
];

/** Everything beside the secret that a request of a person relies on. */
export const reliancesOf = (
  person: CallingPerson,
  { client_id, key_id }: Pick<Caller, 'client_id' | 'key_id'>,
): Reliance[] => {
  if (person.grant === null) return [onConnection(person.connection_id)];
  const owner = ownerOf({ client_id });
  return [onGrant(person.id, owner, person.grant, key_id), ...admittedBy(person, owner)];
};

/**
 * A person's grant in an organization or the platform. Undefined if there is no membership, if its connection
 * is gone, or if the organization requires another one.
 */
export const findGrant = async (
  person: Pick<CallingPerson, 'id' | 'connection_id'>,
  owner: string,
): Promise<GrantRecord | undefined> => {
  const reliances = admittedBy(person, owner);
  const [grant, ...items] = await batchGet(
    [keyOf('grant', person.id, owner), ...reliances.map(({ key }) => key)],
    { attributes: ['member_id', 'client_id', 'terms', 'rate_limits', 'connection_id'] },
  );
  const isAdmitted = reliances.every(({ holds }, at) => holds(items[at]));
  return grant && isAdmitted ? (grant as unknown as GrantRecord) : undefined;
};

/** Whether there still is a connection. Sessions of a removed one have ended. */
export const isConnected = async (connectionId: string): Promise<boolean> => {
  const { key, holds } = onConnection(connectionId);
  const [connection] = await batchGet([key], { attributes: ['issuer'] });
  return holds(connection);
};

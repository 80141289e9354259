import type { RoleName } from '#lib/contract/roles.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { CallingPerson } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * A request of a person relies on two items: that of the session's secret, and the grant, which says what the
 * person may do in an organization. A function caches each for ten seconds. Writes whose effect lasts have
 * both as conditions (lib/http/writing.ts).
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

/**
 * A person's grant in an organization or the platform. Undefined if there is no membership, if its connection
 * is gone, or if the organization requires another one.
 */
export const findGrant = async (
  { id, connection_id }: Pick<CallingPerson, 'id' | 'connection_id'>,
  owner: string,
): Promise<GrantRecord | undefined> => {
  const [grant, enforced, connection] = await batchGet(
    [keyOf('grant', id, owner), keyOf('enforced_sign_in', owner), keyOf('connection', connection_id)],
    { attributes: ['member_id', 'client_id', 'terms', 'rate_limits', 'connection_id'] },
  );
  if (!grant || !connection) return undefined;
  if (enforced && enforced.connection_id !== connection_id) return undefined;
  return grant as unknown as GrantRecord;
};

/** Whether there still is a connection. Sessions of a removed one have ended. */
export const isConnected = async (connectionId: string): Promise<boolean> => {
  const [connection] = await batchGet([keyOf('connection', connectionId)], { attributes: ['issuer'] });
  return connection !== undefined;
};

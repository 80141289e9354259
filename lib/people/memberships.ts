import type { Membership } from '#lib/contract/me.ts';
import type { CallingPerson } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Grant, GrantRecord } from './grants.ts';
import { scopesOf } from './grants.ts';
import { grantsOf } from './people.ts';

const nameOfPlatform = 'Platform';

/**
 * The organizations that a person can choose, as far as they accept the connection through which the person
 * has signed in.
 */
export const membershipsOf = async ({ id, connection_id }: CallingPerson): Promise<Membership[]> => {
  // A request reads at most a hundred items at once, and nobody is a member of that many organizations.
  const grants = (await grantsOf(id)).slice(0, 50) as unknown as GrantRecord[];
  const items = await batchGet(
    grants.flatMap(({ client_id }) => [
      keyOf('client', client_id ?? 'none'),
      keyOf('enforced_sign_in', ownerOf({ client_id })),
    ]),
    { attributes: ['name', 'connection_id'] },
  );
  return grants.flatMap(({ member_id, client_id, terms }, at) => {
    const [client, enforced] = items.slice(2 * at, 2 * at + 2);
    if (enforced && enforced.connection_id !== connection_id) return [];
    const grant = JSON.parse(terms) as Grant;
    if (grant.expires_at !== null && grant.expires_at <= new Date().toISOString()) return [];
    const name = client_id === null ? nameOfPlatform : String(client?.name ?? client_id);
    return [
      {
        id: member_id,
        client_id,
        name,
        role: grant.role,
        scopes: scopesOf(grant),
        expires_at: grant.expires_at,
      },
    ];
  });
};

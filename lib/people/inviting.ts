import type { ConnectionItem } from '#lib/contract/connections.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform, reaches } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConnectionRecord } from './connections.ts';
import { connections } from './connections.ts';

/** The number of an organization's newest connections that are considered. */
const considered = 20;

/** The newest connections of an organization or the platform itself. */
export const connectionsOf = async (owner: string): Promise<readonly ConnectionRecord[]> => {
  const { items } = await listEntries<ConnectionItem>({
    list: 'connections',
    owner,
    order: 'desc',
    limit: considered,
    where: ({ client_id }: Item) => (client_id ?? platform) === owner,
  });
  const read = await Promise.all(items.map(({ id }) => connections.read(id)));
  return read.flatMap((connection) => connection ?? []);
};

/**
 * The connection through which people are invited to an organization if the inviter names none: the one that
 * the organization enforces, the one through which the inviter signed in, or the newest of the nearest
 * organization whose `max_role` has the scopes that the invitation gives. Whoever sets up a connection has
 * the scopes of its `max_role`, so nobody gains anything by an invitation through a connection of theirs.
 */
export const invitingConnection = async (
  { person }: Pick<Caller, 'person'>,
  path: readonly string[],
  scopes: readonly Scope[],
): Promise<ConnectionRecord | undefined> => {
  const enforced = await get(keyOf('enforced_sign_in', path.at(-1) ?? platform));
  if (enforced) return connections.read(String(enforced.connection_id));
  const own = person && (await connections.read(person.connection_id));
  if (own && reaches(own, path)) return own;
  let isAny = false;
  for (const owner of [...path].reverse().concat(platform)) {
    const connections = await connectionsOf(owner);
    isAny ||= connections.length > 0;
    const fitting = connections.find(({ max_role }) => {
      const allowed = scopesOfRole(max_role);
      return scopes.every((scope) => allowed.includes(scope));
    });
    if (fitting) return fitting;
  }
  if (!isAny) return undefined;
  const detail = 'must be sent, because the invitation gives more than the max_role of every connection';
  throw invalid({ pointer: '/connection_id', code: 'required', detail });
};

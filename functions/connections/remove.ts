import { remove } from '#lib/contract/connections.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { enforcingWithin } from '#lib/domain/people/joining.ts';
import { peopleRemovalOf } from '#lib/erasures/end-access.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { connections, removalOf, removeConnection } from '#lib/people/connections.ts';
import { ownersRemain, throughWithin } from '#lib/people/through.ts';

export const handler = handleAuthority(remove, async ({ params, query, caller, site, fail }) => {
  const connection = (await connections.find(caller, params.connection_id)) ?? fail('connection_not_found');
  scopesWithin(caller, scopesOfRole(connection.max_role));
  if (connection.enforced) enforcingWithin(caller);
  if (query.remove_members !== 'true') return removeConnection(connection, site);

  const conditions = await ownersRemain(connection, await throughWithin(caller, connection.id));
  const removal = removalOf(connection, site);
  const { operation, afterwards } = peopleRemovalOf(connection, caller);
  return { ...removal, operations: [...conditions, ...removal.operations, operation], afterwards };
});

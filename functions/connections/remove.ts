import { remove } from '#lib/contract/connections.ts';
import { findConnection, removeConnection } from '#lib/data/people/connections.ts';
import { enforcingWithin } from '#lib/domain/people/joining.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(remove, async ({ params, caller, site, fail }) => {
  const connection = await findConnection(caller, params.connection_id);
  if (!connection) return fail('connection_not_found');
  if (connection.enforced) enforcingWithin(caller);
  return removeConnection(connection, site);
});

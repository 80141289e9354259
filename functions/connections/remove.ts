import { remove } from '#lib/contract/connections.ts';
import { findConnection, removeConnection } from '#lib/data/people/connections.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(remove, async ({ params, caller, site, fail }) => {
  const connection = await findConnection(caller, params.connection_id);
  return connection ? removeConnection(connection, site) : fail('connection_not_found');
});

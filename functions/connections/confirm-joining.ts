import { confirmJoining as route } from '#lib/contract/connections.ts';
import { enforcingWithin, joiningWithin } from '#lib/domain/people/joining.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { confirmJoining, connections } from '#lib/people/connections.ts';

export const handler = handleAuthority(route, async ({ params, caller, site, fail }) => {
  const connection = (await connections.find(caller, params.connection_id)) ?? fail('connection_not_found');
  enforcingWithin(caller);
  joiningWithin(caller, connection);
  return confirmJoining(connection, site);
});

import { get } from '#lib/contract/connections.ts';
import { handle } from '#lib/http/handle.ts';
import { connections, represent } from '#lib/people/connections.ts';

export const handler = handle(get, async ({ params, caller, site, fail }) => {
  const connection = await connections.find(caller, params.connection_id);
  return connection ? represent(connection, site) : fail('connection_not_found');
});

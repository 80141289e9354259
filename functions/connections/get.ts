import { get } from '#lib/contract/connections.ts';
import { findConnection, represent } from '#lib/data/people/connections.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, origin, fail }) => {
  const connection = await findConnection(caller, params.connection_id);
  return connection ? represent(connection, origin) : fail('connection_not_found');
});

import { test } from '#lib/contract/connections.ts';
import { findConnection } from '#lib/data/people/connections.ts';
import { handle } from '#lib/http/handle.ts';
import { tryProvider } from '#lib/oidc/try-provider.ts';

export const handler = handle(test, async ({ params, caller, fail }) => {
  const connection = await findConnection(caller, params.connection_id);
  if (!connection) return fail('connection_not_found');
  const detail = await tryProvider({ ...connection, client_secret: null });
  return { successful: detail === null, detail };
});

import { test } from '#lib/contract/connections.ts';
import { handle } from '#lib/http/handle.ts';
import { tryProvider } from '#lib/oidc/try-provider.ts';
import { callbackUrl, connections } from '#lib/people/connections.ts';
import { withClientSecret } from '#lib/people/open-client-secret.ts';

export const handler = handle(test, async ({ params, caller, site, fail }) => {
  const connection = (await connections.find(caller, params.connection_id)) ?? fail('connection_not_found');
  const detail = await tryProvider(await withClientSecret(connection), callbackUrl(site, connection.id));
  return { successful: detail === null, detail };
});

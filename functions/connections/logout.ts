import { logout } from '#lib/contract/connections.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { handleRaw } from '#lib/http/handle-raw.ts';
import { limitStrangers } from '#lib/http/limit-strangers.ts';
import { verifyLogout } from '#lib/oidc/logout.ts';
import { connections } from '#lib/people/connections.ts';
import { endSessionsOf } from '#lib/people/provider-logout.ts';

export const handler = handleRaw(logout, async ({ params, bytes, fail }) => {
  const connection = (await connections.read(params.connection_id)) ?? fail('connection_not_found');
  const token = new URLSearchParams(bytes.toString()).get('logout_token') ?? '';
  const ended = await limitStrangers('logout', connection, (wait) =>
    verifyLogout({ ...connection, client_secret: null }, token, wait),
  ).catch((error) => {
    if (error instanceof ApiError) throw error;
  });
  if (!ended) return fail('logout_refused');
  return { ended: await endSessionsOf(connection, ended) };
});

import { begin } from '#lib/contract/sign-in.ts';
import { setCookie, signInCookie } from '#lib/http/cookies.ts';
import { handleSignIn } from '#lib/http/handle-sign-in.ts';
import { limitStrangers } from '#lib/http/limit-strangers.ts';
import { authorizationUrl } from '#lib/oidc/sign-in.ts';
import { readAll } from '#lib/organizations/clients.ts';
import { callbackUrl, connections, findByDomain } from '#lib/people/connections.ts';
import { withClientSecret } from '#lib/people/open-client-secret.ts';
import { sealState, stateSeconds } from '#lib/people/sign-in-state.ts';

const domainOf = (email = ''): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export const handler = handleSignIn(begin, async ({ body, site, fail }) => {
  const { connection_id, email, domain = domainOf(email), return_to } = body;
  const found = connection_id ? await connections.read(connection_id) : await findByDomain(domain);
  if (!found) return fail('sign_in_refused');
  const connection = await withClientSecret(found);
  const { url, state } = await limitStrangers('begin', connection, (wait) =>
    authorizationUrl(connection, callbackUrl(site, connection.id), email, wait),
  );
  const sealed = await sealState(connection.id, { ...state, return_to });
  const cookie = setCookie(signInCookie, sealed, { sameSite: 'Lax', maxAgeSeconds: stateSeconds });
  const owner = found.client_id === null ? undefined : (await readAll([found.client_id]))[0];
  return { reply: { url, organization: owner?.name ?? null }, cookies: [cookie] };
});

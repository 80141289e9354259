import { callback } from '#lib/contract/sign-in.ts';
import { cookieOf, removeCookie, sessionCookie, setCookie, signInCookie } from '#lib/http/cookies.ts';
import { handleSignIn } from '#lib/http/handle-sign-in.ts';
import { limitStrangers } from '#lib/http/limit-strangers.ts';
import { finishSignIn } from '#lib/oidc/sign-in.ts';
import { callbackUrl, connections } from '#lib/people/connections.ts';
import { withClientSecret } from '#lib/people/open-client-secret.ts';
import { signIn } from '#lib/people/sign-in.ts';
import { openState } from '#lib/people/sign-in-state.ts';

export const handler = handleSignIn(callback, async ({ params, event, site, address, fail }) => {
  const { connection_id: id } = params;
  const state = await openState(id, cookieOf(event, signInCookie) ?? '');
  const found = state && (await connections.read(id));
  if (!found) return fail('sign_in_refused');
  const url = new URL(`${callbackUrl(site, id)}?${event.rawQueryString}`);
  const connection = await withClientSecret(found);
  const { claims, refreshToken } = await limitStrangers('callback', found, (wait) =>
    finishSignIn(connection, url, state, wait),
  );
  const browser = { address, user_agent: event.headers['user-agent'] ?? null };
  const { secret, seconds } = await signIn(found, claims, browser, refreshToken);
  const session = setCookie(sessionCookie, secret, { sameSite: 'Strict', maxAgeSeconds: seconds });
  return { reply: { url: `${site}${state.return_to}` }, cookies: [session, removeCookie(signInCookie)] };
});

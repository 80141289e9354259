import type { CustomFetch } from 'openid-client';
import { send } from '#lib/delivery/request.ts';

/** Discovery documents and key sets have a few kilobytes. */
const maxBytes = 500_000;

/** For each request to a provider. A sign-in sends at most three. */
const timeoutMs = (): number => Number(process.env.OIDC_TIMEOUT_MS ?? 7000);

/**
 * `fetch` for the OpenID library. A tenant chooses the provider's addresses, so each request goes through the checks of outgoing requests:
 * only public addresses, no redirects, a limited size and time.
 */
export const checkedFetch: CustomFetch = async (url, { method, headers, body }) => {
  const sent = body == null ? undefined : Buffer.from(await new Response(body).arrayBuffer());
  const answer = await send({
    method: method as 'GET' | 'POST',
    url,
    headers: Object.fromEntries(new Headers(headers)),
    ...(sent && { body: sent }),
    timeoutMs: timeoutMs(),
    maxBytes,
  });
  if (answer.truncated) throw new Error('The provider’s answer is too large');
  const type = answer.headers['content-type'];
  return new Response([204, 304].includes(answer.status) ? null : Uint8Array.from(answer.body), {
    status: answer.status,
    headers: type ? { 'content-type': type } : {},
  });
};

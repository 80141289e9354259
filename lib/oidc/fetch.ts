import type { CustomFetch } from 'openid-client';
import { send } from '#lib/delivery/request.ts';
import { depthCounter } from '#lib/domain/json.ts';

/** Discovery documents and key sets have a few kilobytes. */
const maxBytes = 500_000;

/** For each request to a provider. A sign-in sends at most four. */
const timeoutMs = (): number => Number(process.env.OIDC_TIMEOUT_MS ?? 6000);

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

type Init = Parameters<CustomFetch>[1];

/**
 * Sends a request to a provider. A tenant chooses the provider's addresses, so each request goes through the
 * checks of outgoing requests: only public addresses, no redirects, a limited size and time.
 */
const ask = async (url: string, { method, headers, body }: Init): Promise<Answer> => {
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
  depthCounter()(answer.body);
  return { status: answer.status, type: answer.headers['content-type'], bytes: answer.body };
};

const toResponse = ({ status, type, bytes }: Answer): Response =>
  new Response([204, 205, 304].includes(status) ? null : Uint8Array.from(bytes), {
    status,
    headers: type ? { 'content-type': type } : {},
  });

/** `fetch` for the OpenID library. */
export const checkedFetch: CustomFetch = async (url, init) => toResponse(await ask(url, init));

const keptMs = 60_000;
const maxKept = 20;

/**
 * An unknown key id may be new, or made up by a stranger. A document is read again for one at most this
 * often.
 */
const renewalMs = 10_000;

interface CachedDocument {
  readonly answer: Answer;
  readonly until: number;
  /** The time from which the document may be read again for an unknown key. */
  renewableFrom: number;
}

/** The discovery documents and key sets that were read last. They are the same whoever asks. */
const kept = new Map<string, CachedDocument>();

const keep = (url: string, answer: Answer, renewableFrom: number): void => {
  kept.delete(url);
  const [oldest] = kept.keys();
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
  kept.set(url, { answer, until: Date.now() + keptMs, renewableFrom });
};

/** Waits for a provider, or throws if too many do. */
export type Wait = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * `fetch` for requests that strangers cause: documents are cached for a minute, and all others wait as the
 * caller allows. The libraries read a document twice only if the keys in it lack that of a token.
 */
export const fetchFor = (wait: Wait): CustomFetch => {
  const served = new Set<string>();
  return async (url, init) => {
    const reads = init.method === 'GET';
    const known = reads ? kept.get(url) : undefined;
    const now = Date.now();
    const renews = served.has(url) && known !== undefined && known.renewableFrom <= now;
    if (renews) known.renewableFrom = now + renewalMs;
    served.add(url);
    if (known && known.until > now && !renews) return toResponse(known.answer);
    const answer = await wait(() => ask(url, init));
    if (reads && answer.status === 200) keep(url, answer, known?.renewableFrom ?? 0);
    return toResponse(answer);
  };
};

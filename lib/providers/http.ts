import type { AccountProvider } from '#lib/contract/integrations.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { OutgoingRequest, ReceivedResponse } from '#lib/delivery/request.ts';
import { send } from '#lib/delivery/request.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { parseJson } from '#lib/domain/json.ts';
import { retryAfterMs } from '#lib/domain/retry-after.ts';
import { ProviderError } from './errors.ts';
import { listOf, objectOf, textOf } from './reading.ts';

/** A provider's REST API: its address, and the headers that carry the key. */
export interface ProviderService {
  readonly provider: AccountProvider;
  /** As people know it. */
  readonly title: string;
  readonly baseUrl: string;
  readonly authorization: (apiKey: string) => Readonly<Record<string, string>>;
}

export type NamedProvider = Pick<ProviderService, 'title'>;
type LimitedRequest = Parameters<typeof send>[0];

export interface ProviderRequest {
  readonly method: OutgoingRequest['method'];
  /** With the query, if any. */
  readonly path: string;
  readonly body?: unknown;
  /** In place of a JSON body. */
  readonly form?: { readonly body: Buffer; readonly contentType: string };
  readonly timeoutMs?: number;
}

/** Providers keep whole transcripts in their answers. */
const maxAnswerBytes = 20_000_000;
const defaultTimeoutMs = (): number => Number(process.env.PROVIDER_TIMEOUT_MS) || 10_000;

/**
 * Alternative addresses of providers' APIs, for tests and for accounts in another region: a JSON object by
 * provider.
 */
export const baseUrlOf = ({ provider, baseUrl }: ProviderService): string => {
  const urls = parseJson(process.env.PROVIDER_URLS ?? '{}') as Partial<Record<AccountProvider, string>>;
  return urls[provider] ?? baseUrl;
};

/** The provider's error message, which has several forms. */
const complaintOf = (body: unknown): string | undefined => {
  const { detail, message, error, errors } = objectOf(body);
  const [fault] = listOf(detail);
  const place = listOf(objectOf(fault).loc).map(String).join('.');
  const candidates = [
    objectOf(fault).msg && `${place}: ${String(objectOf(fault).msg)}`,
    objectOf(detail).message,
    detail,
    Array.isArray(message) ? message.map(String).join('; ') : message,
    objectOf(error).message,
    error,
    objectOf(listOf(errors)[0]).detail,
  ];
  return candidates.map((candidate) => textOf(candidate, 300)).find((text) => text !== undefined);
};

const shortestSecretPart = 8;
const isSecretHeader = /authorization|key/i;

/** Removes the request's API key, or parts of it, from a message: some providers quote it. */
const withoutSecrets = (text: string, headers: Readonly<Record<string, string>>): string => {
  const secrets = Object.entries(headers)
    .filter(([name]) => isSecretHeader.test(name))
    .flatMap(([, value]) => value.split(' '))
    .filter(({ length }) => length >= shortestSecretPart);
  return text.replace(/[\w+/=~-]+(\.[\w+/=~-]+)*/g, (word) =>
    word.length >= shortestSecretPart &&
    secrets.some((secret) => secret.includes(word) || word.includes(secret))
      ? '[API key]'
      : word,
  );
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return bytes.length === 0 ? {} : parseJson(bytes);
  } catch {
    return undefined;
  }
};

/** The longest wait that a provider can ask for. */
const longestWaitMs = 6 * hourMs;

/** The wait that a `Retry-After` header asks for, in milliseconds, up to the longest wait. */
export const askedWaitMs = (header: string | undefined): number | undefined => {
  const ms = retryAfterMs(header);
  return ms === undefined ? undefined : Math.min(ms, longestWaitMs);
};

const failureOf = (
  { title }: NamedProvider,
  status: number,
  body: unknown,
  retryAfter: string | undefined,
  sent: Readonly<Record<string, string>>,
): ProviderError => {
  const quoted = complaintOf(body);
  const complaint = quoted && withoutSecrets(quoted, sent);
  const said = complaint === undefined ? `${status}` : `${status}: ${complaint}`;
  if (status === 401 || status === 403) {
    return new ProviderError('unauthorized', `${title} refuses the API key (${said})`);
  }
  if (status === 404) return new ProviderError('not_found', `${title} does not know it (${said})`);
  if (status === 429) {
    return new ProviderError('rate_limited', `${title} asks to wait (${said})`, askedWaitMs(retryAfter));
  }
  if (status >= 500) {
    return new ProviderError('unclear', `${title} has a problem (${said})`, askedWaitMs(retryAfter));
  }
  return new ProviderError('refused', `${title} refuses the request (${said})`);
};

const neverSent: ReadonlySet<string> = new Set(['url_refused', 'address_refused', 'connection_failed']);

const unreadable = ({ title }: NamedProvider): ProviderError =>
  new ProviderError('unclear', `${title} gave an answer that cannot be read`);

/** Sends a request once. Returns only a complete and successful answer. */
export const sendOnce = async (
  service: NamedProvider,
  outgoing: Omit<LimitedRequest, 'maxBytes'>,
): Promise<ReceivedResponse> => {
  const incoming = await send({ ...outgoing, maxBytes: maxAnswerBytes }).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    const failure = neverSent.has(error.failure) ? 'unavailable' : 'unclear';
    throw new ProviderError(failure, `${service.title} cannot be reached: ${error.message}`);
  });
  const { status, headers, body, truncated } = incoming;
  if (status >= 300) {
    throw failureOf(service, status, parsed(body), headers['retry-after'], outgoing.headers ?? {});
  }
  if (truncated) throw unreadable(service);
  return incoming;
};

/**
 * Sends a request to a provider once, and returns its JSON. It never retries: only the caller knows the
 * effect of a repeat.
 */
export const ask = async (
  service: ProviderService,
  apiKey: string,
  { method, path, body, form, timeoutMs = defaultTimeoutMs() }: ProviderRequest,
): Promise<unknown> => {
  const sent = form?.body ?? (body === undefined ? undefined : JSON.stringify(body));
  const incoming = await sendOnce(service, {
    method,
    url: `${baseUrlOf(service)}${path}`,
    headers: {
      accept: 'application/json',
      ...service.authorization(apiKey),
      ...(sent !== undefined && { 'content-type': form?.contentType ?? 'application/json' }),
    },
    ...(sent !== undefined && { body: sent }),
    timeoutMs,
  });
  const answer = parsed(incoming.body);
  if (answer === undefined) throw unreadable(service);
  return answer;
};

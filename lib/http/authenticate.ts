import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { isSecret, rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { SecretRecord } from '#lib/keys/api-keys.ts';
import { findSecret } from '#lib/keys/api-keys.ts';
import { markHeader } from '#lib/keys/assistant-mark.ts';
import { isMark } from '#lib/keys/is-assistant-mark.ts';
import { noteUse } from '#lib/keys/last-use.ts';
import { expiring } from '#lib/store/memory.ts';
import { enterAsPerson } from './authenticate-person.ts';
import { hasCookie, sessionCookie } from './cookies.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';
import { viewAsMember, viewHeader } from './view-as.ts';

const maxRemembered = 10_000;

/** Valid and unknown keys have separate caches, so that a flood of made-up keys does not evict valid ones. */
const valid = expiring<SecretRecord>(maxRemembered);
const unknown = expiring<true>(maxRemembered);

const reading = new Map<string, Promise<SecretRecord | undefined>>();

const findAndRemember = async (secret: string): Promise<SecretRecord | undefined> => {
  const until = Date.now() + rememberedMs;
  try {
    const record = await findSecret(secret);
    if (record) valid.set(secret, record, until);
    else unknown.set(secret, true, until);
    return record;
  } finally {
    reading.delete(secret);
  }
};

/** Concurrent requests share one read. */
const read = (secret: string): Promise<SecretRecord | undefined> => {
  const record = reading.get(secret) ?? findAndRemember(secret);
  reading.set(secret, record);
  return record;
};

/** Every reason has the same answer, because the caller must not learn which one applies. */
export const unauthenticated = (): ApiError =>
  new ApiError('unauthenticated', { detail: 'Send an API key as "Authorization: Bearer <key>"' });

export const secretOf = (authorization = ''): string | undefined =>
  /^\s*Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

const enter = (exchange: Exchange, secret: string, record: SecretRecord | undefined): void => {
  if (!record) throw unauthenticated();
  if (record.expires_at !== null && record.expires_at <= new Date().toISOString()) throw unauthenticated();
  exchange.caller = record;
  exchange.secret = secret;
};

/**
 * Records the use of a key when the key is read. Cached reads do not record it: the time of last use needs no
 * more precision.
 */
const readAndEnter = async (exchange: Exchange, secret: string): Promise<void> => {
  const record = isSecret(secret) ? await read(secret) : undefined;
  enter(exchange, secret, record);
  if (record) exchange.afterwards = noteUse(record);
};

/** Identifies the caller of a request that has waited: the key or the membership may have ended meanwhile. */
export const enterAgain = async (event: ApiEvent, exchange: Exchange): Promise<void> => {
  await (hasCookie(event, sessionCookie)
    ? enterAsPerson(event, exchange)
    : readAndEnter(exchange, secretOf(event.headers.authorization) ?? ''));
  await viewAsMember(event, exchange);
};

/** Identifies the caller of a request that the platform itself may send for an assistant. */
const enterMarked = async (
  { headers: { authorization = '', [markHeader]: mark } }: ApiEvent,
  exchange: Exchange,
  secret: string,
  record: SecretRecord | undefined,
): Promise<void> => {
  if (record || unknown.get(secret)) enter(exchange, secret, record);
  else await readAndEnter(exchange, secret);
  if (mark !== undefined) exchange.isOfAssistant = await isMark(mark, authorization);
};

/** Waits only for what is not known yet. */
const identify = (event: ApiEvent, exchange: Exchange): Promise<void> | undefined => {
  if (hasCookie(event, sessionCookie)) return enterAsPerson(event, exchange);
  const secret = secretOf(event.headers.authorization);
  if (!secret) throw unauthenticated();
  const record = valid.get(secret);
  const { [markHeader]: mark } = event.headers;
  if (mark !== undefined || !(record || unknown.get(secret)))
    return enterMarked(event, exchange, secret, record);
  enter(exchange, secret, record);
  return undefined;
};

/** Identifies the caller, and refuses requests without a valid key or session. */
export const authenticate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ event, context: { exchange } }) => {
    const identified = identify(event, exchange);
    if (event.headers[viewHeader] === undefined) return identified;
    return Promise.resolve(identified).then(() => viewAsMember(event, exchange));
  },
});

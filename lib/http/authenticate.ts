import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { SecretRecord } from '#lib/data/keys/api-keys.ts';
import { findSecret } from '#lib/data/keys/api-keys.ts';
import { noteUse } from '#lib/data/keys/last-use.ts';
import { isSecret, rememberedMs } from '#lib/domain/keys/api-key.ts';
import { enterAsPerson } from './authenticate-person.ts';
import { hasCookie, sessionCookie } from './cookies.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

const maxRemembered = 10_000;

interface Remembered {
  readonly record: SecretRecord | undefined;
  readonly until: number;
}

/** Valid and unknown keys have separate caches, so that a flood of made-up keys does not evict valid ones. */
const remembered = { good: new Map<string, Remembered>(), unknown: new Map<string, Remembered>() };

const remember = (secret: string, one: Remembered): void => {
  const memory = one.record ? remembered.good : remembered.unknown;
  const [oldest] = memory.keys();
  if (memory.size >= maxRemembered && oldest !== undefined) memory.delete(oldest);
  remembered.good.delete(secret);
  remembered.unknown.delete(secret);
  memory.set(secret, one);
};

const recall = (secret: string): Remembered | undefined =>
  remembered.good.get(secret) ?? remembered.unknown.get(secret);

const reading = new Map<string, Promise<SecretRecord | undefined>>();

const findAndRemember = async (secret: string): Promise<SecretRecord | undefined> => {
  // The time starts before the read, which may take long.
  const until = Date.now() + rememberedMs;
  try {
    const record = await findSecret(secret);
    remember(secret, { record, until });
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

/** Identifies the caller, and refuses requests without a valid key or session. */
export const authenticate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ event, context: { exchange } }) => {
    if (hasCookie(event, sessionCookie)) return enterAsPerson(event, exchange);
    const secret = secretOf(event.headers.authorization);
    if (!secret) throw unauthenticated();
    const known = recall(secret);
    if (!known || known.until <= Date.now()) return readAndEnter(exchange, secret);
    return enter(exchange, secret, known.record);
  },
});

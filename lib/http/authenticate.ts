import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { SecretRecord } from '#lib/data/keys/api-keys.ts';
import { findSecret } from '#lib/data/keys/api-keys.ts';
import { noteUse } from '#lib/data/keys/last-use.ts';
import { isSecret, rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

const maxRemembered = 10_000;

interface Remembered {
  readonly record: SecretRecord | undefined;
  readonly until: number;
}

/** Keys that are good, and those that are not: apart, so that made-up keys push no good one out. */
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
  // From before the read, which may take its time.
  const until = Date.now() + rememberedMs;
  try {
    const record = await findSecret(secret);
    remember(secret, { record, until });
    return record;
  } finally {
    reading.delete(secret);
  }
};

/** Requests at the same time share one read. */
const read = (secret: string): Promise<SecretRecord | undefined> => {
  const record = reading.get(secret) ?? findAndRemember(secret);
  reading.set(secret, record);
  return record;
};

/** One body for every reason: none of them is the caller's to know. */
const unauthenticated = (): ApiError =>
  new ApiError('unauthenticated', {
    detail: 'Send an API key as "Authorization: Bearer <key>"',
    headers: { 'www-authenticate': 'Bearer realm="voice-agent-platform"' },
  });

const secretOf = (authorization = ''): string | undefined =>
  /^\s*Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

const enter = (exchange: Exchange, secret: string, record: SecretRecord | undefined): void => {
  if (!record) throw unauthenticated();
  if (record.expires_at !== null && record.expires_at <= new Date().toISOString()) throw unauthenticated();
  exchange.caller = record;
  exchange.secret = secret;
};

/** Its use is noted when a key is read, and not while it is remembered: that is often enough. */
const readAndEnter = async (exchange: Exchange, secret: string): Promise<void> => {
  const record = isSecret(secret) ? await read(secret) : undefined;
  enter(exchange, secret, record);
  if (record) exchange.afterwards = noteUse(record);
};

/** Finds out who asks, and refuses those without a key that is good. */
export const authenticate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ event, context: { exchange } }) => {
    const secret = secretOf(event.headers.authorization);
    if (!secret) throw unauthenticated();
    const known = recall(secret);
    if (!known || known.until <= Date.now()) return readAndEnter(exchange, secret);
    return enter(exchange, secret, known.record);
  },
});

import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { SecretRecord } from '#lib/data/api-keys.ts';
import { findSecret } from '#lib/data/api-keys.ts';
import { noteUse } from '#lib/data/key-usage.ts';
import { isSecret } from '#lib/domain/api-key.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** A revoked key works no longer than this. */
const rememberedMs = 10_000;
const maxRemembered = 10_000;

interface Remembered {
  readonly record: Promise<SecretRecord | undefined>;
  readonly until: number;
}

const remembered = new Map<string, Remembered>();

/** What a secret is known as, read at most every ten seconds; requests at the same time share one read. */
const lookUp = async (secret: string): Promise<SecretRecord | undefined> => {
  const known = remembered.get(secret);
  if (known && known.until > Date.now()) return known.record;
  if (!isSecret(secret)) return undefined;

  if (remembered.size >= maxRemembered) remembered.clear();
  const record = findSecret(secret);
  remembered.set(secret, { record, until: Date.now() + rememberedMs });
  record.catch(() => remembered.delete(secret));
  return record;
};

/** One body for every reason: none of them is the caller's to know. */
const unauthenticated = (): ApiError =>
  new ApiError('unauthenticated', {
    detail: 'Send an API key as "Authorization: Bearer <key>"',
    headers: { 'www-authenticate': 'Bearer realm="voice-agent-platform"' },
  });

const secretOf = (authorization: string | undefined): string | undefined => {
  const [, secret] = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return secret;
};

/** Finds out who asks, and refuses those without a key that is good. */
export const authenticate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: async ({ event, context: { exchange } }) => {
    const secret = secretOf(event.headers.authorization);
    const record = secret && (await lookUp(secret));
    if (!secret || !record) throw unauthenticated();
    if (record.expires_at !== null && record.expires_at <= new Date().toISOString()) throw unauthenticated();
    exchange.caller = record;
    exchange.secret = secret;
    exchange.besides.push(noteUse(record));
  },
});

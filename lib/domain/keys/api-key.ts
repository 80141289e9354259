import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Scope } from '#lib/contract/route.ts';
import type { Caller } from '../caller.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let characters = '';
  for (let at = 0; at < length; at += 1) {
    characters = alphabet.charAt(Number(rest % 62n)) + characters;
    rest /= 62n;
  }
  return characters;
};

const checksum = (characters: string): string => base62(BigInt(crc32(characters)), 6);

/** The prefix and `_`, 256 random bits as 43 characters of base62, and the CRC-32 of those as 6. */
export const newToken = (prefix: string): string => {
  const characters = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return `${prefix}_${characters}${checksum(characters)}`;
};

/**
 * Whether the text has the form of a token. This refuses most mistakes and all guesses of scanners before any
 * read.
 */
export const isOfForm = (prefix: string, candidate: string): boolean => {
  const [, found, characters, sum] = /^([a-z]{3})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(candidate) ?? [];
  return found === prefix && characters !== undefined && checksum(characters) === sum;
};

/** The secret of an API key. */
export const newSecret = (): string => newToken('vap');

/** The secret of a session, which no request can send as a key. */
export const newSessionSecret = (): string => newToken('vas');

export const newInvitationToken = (): string => newToken('vai');

export const isSecret = (candidate: string): boolean => isOfForm('vap', candidate);

export const isSessionSecret = (candidate: string): boolean => isOfForm('vas', candidate);

/** The hash that is stored. SHA-256 is enough for a secret of 256 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** A key only creates, rotates and revokes keys whose scopes are a subset of its own. */
export const scopesWithin = ({ scopes }: Pick<Caller, 'scopes'>, others: readonly Scope[]): void => {
  const beyond = others.find((scope) => !scopes.includes(scope));
  if (beyond) {
    throw new ApiError('insufficient_scope', {
      detail: `A caller that lacks ${beyond} cannot give, change or take it`,
      extensions: { required_scope: beyond },
    });
  }
};

/**
 * The expiry of a new key or member, which cannot be later than the caller's. Default: the same as the
 * caller's.
 */
export const lifeWithin = (
  { expires_at }: Pick<Caller, 'expires_at'>,
  wanted: string | null | undefined,
  pointer = '/expires_at',
): string | null => {
  if (wanted === undefined) return expires_at;
  if (wanted !== null && wanted <= new Date().toISOString()) {
    throw invalid({ pointer, code: 'out_of_range', detail: 'must be in the future' });
  }
  if (expires_at !== null && (wanted === null || wanted > expires_at)) {
    const detail = 'must not be later than the caller’s own';
    throw invalid({ pointer, code: 'out_of_range', detail });
  }
  return wanted;
};

type Life = Pick<Caller, 'expires_at'>;

/** Whether the first key expires no earlier than the other. */
export const livesAsLong = ({ expires_at }: Life, other: Life): boolean =>
  expires_at === null || (other.expires_at !== null && other.expires_at <= expires_at);

/** Whether revoking this key might leave no platform key, as far as the caller knows. */
export const isLastFor = (
  caller: Pick<Caller, 'key_id' | 'expires_at'>,
  key: { readonly id: string; readonly client_id: string | null; readonly expires_at: string | null },
): boolean => key.client_id === null && (key.id === caller.key_id || !livesAsLong(caller, key));

/**
 * The time for which functions cache a key, and therefore the longest time for which a revoked key still
 * works.
 */
export const rememberedMs = 10_000;

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { FirstAnswer, IdempotencyScope } from '#lib/store/idempotency.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';

/** The header of an answer that was given before. */
export const replayedHeader = 'idempotency-replayed';

/** A request that can be repeated: its key, and how to store and repeat its answer. */
export interface Repeatable {
  readonly scope: IdempotencyScope;
  readonly fingerprint: string;
  /** The record to store for an answer. */
  readonly keep: (answer: ApiAnswer) => FirstAnswer;
  /** Restores the first answer. */
  readonly repeat: (first: FirstAnswer) => ApiAnswer;
}

/**
 * The key, as a structured header string or as bare characters, up to 255
 * (draft-ietf-httpapi-idempotency-key-header).
 */
const keyOf = (header: string): string => {
  const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted?.replace(/\\(["\\])/g, '$1') ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || (quoted === undefined && header.startsWith('"'))) {
    const detail = 'must be 1 to 255 printable ASCII characters, quoted or bare';
    throw invalid({ header: 'Idempotency-Key', code: 'invalid_format', detail });
  }
  return key;
};

const fingerprintOf = (event: ApiEvent, text: string): string =>
  hash('sha256', JSON.stringify([event.rawPath, event.rawQueryString, text]), 'base64url');

const reused = (detail: string): ApiError => new ApiError('idempotency_key_reused', { detail });

interface Codec {
  readonly encode: (bytes: Buffer) => Buffer;
  readonly decode: (bytes: Buffer) => Buffer;
}

const packed = (answer: ApiAnswer): Buffer => deflateRawSync(JSON.stringify(answer));

/** An answer without secrets, as the record of a key contains it. */
export const keptAnswer = (fingerprint: string, answer: ApiAnswer): FirstAnswer => ({
  fingerprint,
  answer: packed(answer),
});

const plain: Codec = { encode: (bytes) => bytes, decode: (bytes) => bytes };

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * An answer that contains a secret is encrypted so that only a request with the same API key can read it. The
 * table never contains a secret in plain text, nor the key to decrypt it.
 */
const sealedFor = (secret: string, { owner, route, key }: IdempotencyScope): Codec => {
  const sealingKey = Buffer.from(hkdfSync('sha256', secret, key, `${owner}\n${route}`, 32));
  return {
    encode: (bytes) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealingKey, nonce);
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    decode: (bytes) => {
      const decipher = createDecipheriv(algorithm, sealingKey, bytes.subarray(0, nonceBytes)).setAuthTag(
        bytes.subarray(-tagBytes),
      );
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      } catch {
        throw reused('The first request was sent with another API key');
      }
    },
  };
};

/**
 * Prepares a request with an `Idempotency-Key` to be repeated; undefined without one. A request of a batch is
 * known by the batch's key and its own position, which no key contains, because a line break is not
 * printable. So is a message of a chat by its chat.
 */
export const repeatable = (
  route: Route,
  event: ApiEvent,
  exchange: Exchange,
  position?: number | string,
): Repeatable | undefined => {
  const header = event.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = position === undefined ? keyOf(header) : `${keyOf(header)}\n${position}`;
  const scope = { owner: ownerOf(exchange.caller as Caller), route: route.key, key };
  const fingerprint = fingerprintOf(event, exchange.text ?? '');
  const codec = route.confidential ? sealedFor(exchange.secret ?? '', scope) : plain;
  return {
    scope,
    fingerprint,
    keep: (answer) => ({
      fingerprint,
      answer: codec.encode(packed(answer)),
    }),
    repeat: (first) => {
      if (first.fingerprint !== fingerprint) throw reused('The first request with this key was different');
      const answer = JSON.parse(
        inflateRawSync(codec.decode(Buffer.from(first.answer))).toString(),
      ) as ApiAnswer;
      return { ...answer, headers: { ...answer.headers, [replayedHeader]: 'true' } };
    },
  };
};

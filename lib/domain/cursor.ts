import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto';
import type { Position } from '#lib/contract/page.ts';
import { dayMs } from './durations.ts';

/** The lifetime of a cursor. */
export const cursorLifetimeMs = 3 * dayMs;

export interface CursorKey {
  /** Eight hexadecimal digits, sent in plain text with each cursor. */
  readonly id: string;
  /** 256 bits. Node would make a key of bytes for each cursor, which takes longer than to encrypt it. */
  readonly secret: KeyObject;
}

export const cursorKeyOf = (id: string, secret: Uint8Array): CursorKey => ({
  id,
  secret: createSecretKey(secret),
});

/** The use that a cursor is bound to. Any other use fails. */
export interface Binding {
  readonly owner: string;
  readonly route: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

const algorithm = 'aes-256-gcm';
const layout = { id: 4, nonce: 12, tag: 16 };

const authenticated = ({ owner, route, filters }: Binding): Buffer => {
  const known = Object.entries(filters).filter(([, value]) => value !== undefined);
  known.sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([owner, route, known]), 'buffer');
};

/** Encrypts the position at which a page ended, and the time, for one binding. */
export const sealCursor = (
  position: Position,
  binding: Binding,
  key: CursorKey,
  now = Date.now(),
): string => {
  const nonce = randomBytes(layout.nonce);
  const cipher = createCipheriv(algorithm, key.secret, nonce).setAAD(authenticated(binding));
  const content = [cipher.update(JSON.stringify([now, position])), cipher.final()];
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, ...content, cipher.getAuthTag()]).toString(
    'base64url',
  );
};

/** The id of the key that encrypted a cursor; undefined if the text is not a cursor. */
export const cursorKeyId = (cursor: string): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding drops unused bits of the last character. A cursor has only one valid spelling.
  const canonical = bytes.toString('base64url') === cursor;
  const whole = bytes.length > layout.id + layout.nonce + layout.tag;
  return canonical && whole ? bytes.toString('hex', 0, layout.id) : undefined;
};

/** The position in a cursor; undefined for any other key, use or spelling, and after its lifetime. */
export const openCursor = (
  cursor: string,
  binding: Binding,
  key: CursorKey,
  now = Date.now(),
): Position | undefined => {
  if (cursorKeyId(cursor) !== key.id) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const nonce = bytes.subarray(layout.id, layout.id + layout.nonce);
  const content = bytes.subarray(layout.id + layout.nonce, -layout.tag);
  const decipher = createDecipheriv(algorithm, key.secret, nonce)
    .setAAD(authenticated(binding))
    .setAuthTag(bytes.subarray(-layout.tag));
  try {
    const text = Buffer.concat([decipher.update(content), decipher.final()]).toString();
    const [issued, position] = JSON.parse(text) as [number, Position];
    return now - issued > cursorLifetimeMs ? undefined : position;
  } catch {
    return undefined;
  }
};

import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import type { IdPrefix } from '#lib/contract/fields.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes a UUID as a TypeID suffix: two zero bits and 128 bits, as 26 characters of Crockford's base32. */
export const encodeUuid = (bytes: Uint8Array): string => {
  let characters = '';
  let bits = 0;
  let count = 2;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) characters += alphabet.charAt((bits >> (count - 5)) & 31);
    bits &= 31;
  }
  return characters;
};

/** Decodes a TypeID suffix to the 16 bytes of its UUID. */
export const decodeUuid = (characters: string): Uint8Array => {
  const bytes = new Uint8Array(16);
  let bits = 0;
  // The first character begins with two zero bits that belong to no byte.
  let count = -2;
  let at = 0;
  for (const character of characters) {
    bits = ((bits << 5) | alphabet.indexOf(character)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = bits >> count;
    at += 1;
  }
  return bytes;
};

/** The part of a new id after its prefix. */
export const newIdSuffix = (): string => encodeUuid(v7(undefined, new Uint8Array(16)));

/** A new id. Ids of one process sort in the order in which it created them. */
export const newId = <P extends IdPrefix>(prefix: P): `${P}_${string}` => `${prefix}_${newIdSuffix()}`;

/**
 * The id that follows from a time and a text, each time the same: a UUIDv7 with bits of a hash in place of
 * random ones.
 */
export const idFrom = <P extends IdPrefix>(prefix: P, time: number, text: string): `${P}_${string}` => {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16);
  bytes.writeUIntBE(time, 0, 6);
  // The version and the variant (RFC 9562, section 5.7).
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return `${prefix}_${encodeUuid(bytes)}`;
};

/** An id without its prefix. */
export const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1);

/**
 * The time at which the id was created: the first ten characters of its suffix are a UUIDv7's 48 bits of
 * milliseconds.
 */
export const createdAt = (id: string): string => {
  const milliseconds = [...suffixOf(id).slice(0, 10)].reduce(
    (value, character) => value * 32 + alphabet.indexOf(character),
    0,
  );
  return new Date(milliseconds).toISOString();
};

/** A boundary that sorts after every id created before a time, and before all later ones. */
export const firstIdAt = (prefix: IdPrefix, time: string): string => {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Date.parse(time)) << 16n);
  return `${prefix}_${encodeUuid(bytes)}`;
};

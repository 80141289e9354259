import { v7 } from 'uuid';
import type { IdPrefix } from '#lib/contract/fields.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 128 bits, after two that are 0, as 26 characters of Crockford's base32: as the TypeID specification has it. */
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

/** The 16 bytes of such characters. */
export const decodeUuid = (characters: string): Uint8Array => {
  const bytes = new Uint8Array(16);
  let bits = 0;
  // The first character has two bits that are 0 and belong to no byte.
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

/** The part of a new id behind its prefix. */
export const newIdSuffix = (): string => encodeUuid(v7(undefined, new Uint8Array(16)));

/** A new id, later in the alphabet than every id this process made before. */
export const newId = <P extends IdPrefix>(prefix: P): `${P}_${string}` => `${prefix}_${newIdSuffix()}`;

/** An id without its prefix. */
export const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1);

/** When the id was made: the first ten characters of its suffix are a UUIDv7's 48 bits of milliseconds. */
export const createdAt = (id: string): string => {
  const milliseconds = [...suffixOf(id).slice(0, 10)].reduce(
    (value, character) => value * 32 + alphabet.indexOf(character),
    0,
  );
  return new Date(milliseconds).toISOString();
};

/** What sorts before every id that was made at a time or later, and after every one that was made before. */
export const firstIdAt = (prefix: IdPrefix, time: string): string => {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Date.parse(time)) << 16n);
  return `${prefix}_${encodeUuid(bytes)}`;
};

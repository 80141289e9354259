import { parse, v7 } from 'uuid';
import type { IdPrefix } from '#lib/contract/fields.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 128 bits as 26 characters of Crockford's base32, as the TypeID specification has it. */
export const encodeUuid = (uuid: string): string => {
  let bits = parse(uuid).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let characters = '';
  for (let at = 0; at < 26; at += 1) {
    characters = alphabet.charAt(Number(bits & 31n)) + characters;
    bits >>= 5n;
  }
  return characters;
};

/** A new id, later in the alphabet than every id this process made before. */
export const newId = <P extends IdPrefix>(prefix: P): `${P}_${string}` => `${prefix}_${encodeUuid(v7())}`;

/** When the id was made: the first ten characters of its suffix are a UUIDv7's 48 bits of milliseconds. */
export const createdAt = (id: string): string => {
  const suffix = id.slice(id.indexOf('_') + 1);
  const milliseconds = [...suffix.slice(0, 10)].reduce(
    (value, character) => value * 32 + alphabet.indexOf(character),
    0,
  );
  return new Date(milliseconds).toISOString();
};

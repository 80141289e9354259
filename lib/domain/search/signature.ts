import { hash } from 'node:crypto';

/*
 * A Bloom filter: a few bytes that tell of a set whether something is surely not in it. With eight bits for each
 * member and five of them set, one in fifty of what is not in it seems to be.
 */

const bitsEach = 8;
const hashes = 5;
const minBytes = 16;
/** Keeps a posting within one write unit; larger sets fill it up, and tell less. */
const maxBytes = 512;

/** The bits of a member: two hashes make as many as are needed (Kirsch and Mitzenmacher, 2006). */
const bitsOf = (member: string, size: number): number[] => {
  const digest = hash('sha256', member, 'buffer');
  const [one, other] = [digest.readUInt32BE(0), (digest.readUInt32BE(4) | 1) >>> 0];
  return Array.from({ length: hashes }, (_, at) => (one + at * other) % (size * 8));
};

export const signatureOf = (members: ReadonlySet<string>): Uint8Array => {
  const bytes = Math.ceil((members.size * bitsEach) / 8);
  const signature = new Uint8Array(Math.min(Math.max(bytes, minBytes), maxBytes));
  for (const member of members) {
    for (const bit of bitsOf(member, signature.length)) {
      signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return signature;
};

/** False: surely not. True: most likely. */
export const mayHave = (signature: Uint8Array, member: string): boolean =>
  bitsOf(member, signature.length).every((bit) => ((signature[bit >> 3] ?? 0) >> (bit & 7)) & 1);

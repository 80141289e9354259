import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

/** Computes a checksum of a body in pieces. */
export interface Digest {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: () => Buffer;
}

const hashed = (algorithm: string): Digest => {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() };
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

const zlibCrc32 = (): Digest => {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => word(value),
  };
};

/** CRC-64/NVME, as pairs of 32 bits: BigInt would take a second for each megabyte. */
const crc64Table = Array.from({ length: 256 }, (_, index) => {
  let [high, low] = [0, index];
  for (let bit = 0; bit < 8; bit += 1) {
    const carry = low & 1;
    low = (low >>> 1) | ((high & 1) << 31);
    high >>>= 1;
    if (carry) {
      high ^= 0x9a6c9329;
      low ^= 0xac4bc9b5;
    }
  }
  return { high, low };
});

const crc64nvme = (): Digest => {
  let [high, low] = [-1, -1];
  return {
    update: (bytes) => {
      for (const byte of bytes) {
        const entry = crc64Table[(low ^ byte) & 0xff];
        low = ((low >>> 8) | (high << 24)) ^ (entry?.low ?? 0);
        high = (high >>> 8) ^ (entry?.high ?? 0);
      }
    },
    digest: () => Buffer.concat([word(~high), word(~low)]),
  };
};

/** CRC32 is sent by the SDK, CRC-64/NVME by the AWS CLI, MD5 by other clients. */
const algorithms: Readonly<Record<string, () => Digest>> = {
  'content-md5': () => hashed('md5'),
  'x-amz-checksum-crc32': zlibCrc32,
  'x-amz-checksum-crc64nvme': crc64nvme,
};

export const md5 = (): Digest => hashed('md5');
export const sha256 = (): Digest => hashed('sha256');

const isChecksum = (name: string): boolean =>
  name === 'content-md5' || /^x-amz-checksum-(?!mode$|algorithm$|type$)/.test(name);

/** The checksums that a request carries or announces for its trailer, by header. */
export const announcedChecksums = (headers: Readonly<Record<string, string>>): Map<string, Digest> => {
  const trailer = (headers['x-amz-trailer'] ?? '').split(',').map((name) => name.trim().toLowerCase());
  const names = [...Object.keys(headers), ...trailer].filter(isChecksum);
  return new Map(
    names.map((name) => {
      const start = algorithms[name];
      if (!start) throw new S3Error('NotImplemented', `The checksum ${name} is not implemented`);
      return [name, start()] as const;
    }),
  );
};

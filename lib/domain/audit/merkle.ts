import { hash } from 'node:crypto';

/*
 * Merkle trees as Certificate Transparency defines them (RFC 9162, section 2.1), over SHA-256. Hashes are in
 * hexadecimal.
 */

const digest = (...parts: readonly (Uint8Array | string)[]): string =>
  hash(
    'sha256',
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))),
  );

/** The hash of a tree without leaves. */
export const emptyRoot = hash('sha256', '');

export const leafHash = (leaf: Uint8Array): string => digest(Uint8Array.of(0), leaf);

const nodeHash = (left: string, right: string): string => digest(Uint8Array.of(1), left, right);

/** The largest power of two below a number of leaves: the size of the left subtree. */
const leftSize = (leaves: number): number => 2 ** (Math.ceil(Math.log2(leaves)) - 1);

/** The root of a tree with these hashes of leaves. */
export const merkleRoot = (leaves: readonly string[]): string => {
  const [only = emptyRoot] = leaves;
  if (leaves.length <= 1) return only;
  const size = leftSize(leaves.length);
  return nodeHash(merkleRoot(leaves.slice(0, size)), merkleRoot(leaves.slice(size)));
};

/** The hashes that lead from a leaf to the root, from the bottom up. */
export const inclusionProof = (leaves: readonly string[], index: number): string[] => {
  if (leaves.length <= 1) return [];
  const size = leftSize(leaves.length);
  const [left, right] = [leaves.slice(0, size), leaves.slice(size)];
  return index < size
    ? [...inclusionProof(left, index), merkleRoot(right)]
    : [...inclusionProof(right, index - size), merkleRoot(left)];
};

/** The root that a leaf and its proof lead to in a tree of a size; undefined for another length of proof. */
export const rootFrom = (
  leaf: string,
  index: number,
  leaves: number,
  proof: readonly string[],
): string | undefined => {
  const last = proof.at(-1);
  if (leaves <= 1 || last === undefined) return leaves === 1 && proof.length === 0 ? leaf : undefined;
  const rest = proof.slice(0, -1);
  const size = leftSize(leaves);
  if (index < size) {
    const left = rootFrom(leaf, index, size, rest);
    return left && nodeHash(left, last);
  }
  const right = rootFrom(leaf, index - size, leaves - size, rest);
  return right && nodeHash(last, right);
};

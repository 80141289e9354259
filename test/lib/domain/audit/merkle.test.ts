import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyRoot, inclusionProof, leafHash, merkleRoot, rootFrom } from '#lib/domain/audit/merkle.ts';

/** The leaves and roots of the reference tests of Certificate Transparency. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((leaf) => leafHash(Buffer.from(leaf, 'hex')));

test.each([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root of %d leaves is that of Certificate Transparency', (size, root) => {
  expect(merkleRoot(leaves.slice(0, size))).toBe(root);
});

const trees = fc.array(fc.uint8Array({ maxLength: 4 }), { minLength: 1, maxLength: 40 }).chain((texts) =>
  fc.record({
    hashes: fc.constant(texts.map(leafHash)),
    index: fc.nat(texts.length - 1),
    other: fc.uint8Array({ minLength: 5, maxLength: 8 }),
  }),
);

test('a proof leads from each leaf to the root, and from no other leaf', () => {
  fc.assert(
    fc.property(trees, ({ hashes, index, other }) => {
      const proof = inclusionProof(hashes, index);
      const root = merkleRoot(hashes);
      expect(rootFrom(hashes[index] ?? '', index, hashes.length, proof)).toBe(root);
      expect(rootFrom(leafHash(other), index, hashes.length, proof)).not.toBe(root);
      expect(rootFrom(hashes[index] ?? '', index, hashes.length, [...proof, emptyRoot])).not.toBe(root);
    }),
  );
});

import { crc32 } from 'node:zlib';
import type { Documents } from '#lib/domain/search/documents.ts';
import { erasedVersion, ordinalOf, sortAt, versionAt } from '#lib/domain/search/documents.ts';
import type { Source } from '#lib/domain/search/merge.ts';
import { readPostings } from '#lib/domain/search/postings.ts';
import { readFresh } from '#lib/search/fresh-documents.ts';
import { readOwnerIndex } from '#lib/search/owner-index.ts';
import { readSegment } from '#lib/search/segments.ts';

/**
 * The sum of the checksums of distinct terms, which is independent of their order and can be built one by
 * one.
 */
export const checksumOf = (terms: Iterable<string>): number => {
  let sum = 0;
  for (const term of terms) sum += crc32(term);
  return sum;
};

/** Some documents, with the checksum of each one's terms. */
interface CheckedSegment {
  readonly documents: Documents;
  readonly sums: Float64Array;
}

const check = async ({ documents, postings }: Source): Promise<CheckedSegment> => {
  const sums = new Float64Array(documents.size);
  for await (const page of postings) {
    for (const { term, ordinals } of page) {
      const sum = crc32(term);
      for (const ordinal of ordinals) sums[ordinal] = (sums[ordinal] ?? 0) + sum;
    }
  }
  return { documents, sums };
};

/** The content of an owner's index. */
export interface IndexContents {
  /** Whether the index has a document with exactly these terms. */
  readonly has: (place: string, checksum: number) => boolean;
  /**
   * The documents in its segments, as `<start time>#<id>`. A document in several segments occurs several
   * times.
   */
  readonly settled: () => Generator<string>;
  /** Segments that the index names and that cannot be read. */
  readonly damaged: readonly string[];
}

export const readIndexContents = async (owner: string): Promise<IndexContents> => {
  // Reads fresh documents first, so that one that is moved into a segment meanwhile is found there.
  const fresh = await readFresh(owner, { consistent: true });
  const { segments } = await readOwnerIndex(owner);
  const damaged: string[] = [];
  const unsettled: CheckedSegment[] = [];
  for (const { content } of fresh) {
    const { documents, postings, size } = content;
    unsettled.push(await check({ documents, postings: [readPostings(postings, size)] }));
  }
  const inSegments: CheckedSegment[] = [];
  for (const { id } of segments) {
    try {
      inSegments.push(await check(await readSegment(id)));
    } catch {
      damaged.push(id);
    }
  }
  const hasIn = ({ documents, sums }: CheckedSegment, place: string, checksum: number): boolean => {
    const ordinal = ordinalOf(documents, place);
    return ordinal < documents.size && sortAt(documents, ordinal) === place && sums[ordinal] === checksum;
  };
  return {
    has: (place, checksum) => [...unsettled, ...inSegments].some((one) => hasIn(one, place, checksum)),
    settled: function* () {
      for (const { documents } of inSegments) {
        for (let at = 0; at < documents.size; at += 1) {
          if (versionAt(documents, at) !== erasedVersion) yield sortAt(documents, at);
        }
      }
    },
    damaged,
  };
};

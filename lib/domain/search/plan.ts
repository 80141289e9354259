/*
 * Decides when fresh documents become a segment, and which segments to merge. Four segments of about the same
 * size are merged into one, so an owner of a million conversations has about twenty, and each document is
 * written about eight times.
 */

/**
 * The number of fresh documents above which they are moved into a segment. Every search reads all fresh
 * documents.
 */
export const fewFresh = 64;

/** The maximum number of segments of about the same size. */
const mostOfTier = 4;

/**
 * The maximum size of a merged segment, in bytes. Its root still fits into an item, and writing it takes
 * minutes, although one partition of the table accepts a megabyte per second.
 */
const mostBytes = 64 * 1024 * 1024;

const tierOf = (documents: number): number =>
  Math.max(0, Math.floor(Math.log2(documents / fewFresh) / Math.log2(mostOfTier)));

interface SegmentSize {
  readonly documents: number;
  readonly bytes: number;
}

/** The segments to merge with this number of fresh documents; undefined if there is nothing to do. */
export const planMerge = <S extends SegmentSize>(
  fresh: number,
  segments: readonly S[],
): readonly S[] | undefined => {
  const merged: S[] = [];
  let documents = fresh < fewFresh ? 0 : fresh;
  const tiers = Map.groupBy(segments, (segment) => tierOf(segment.documents));
  const highest = Math.max(0, ...tiers.keys(), documents > 0 ? tierOf(documents) : 0);
  for (let tier = 0; tier <= highest + 1; tier += 1) {
    const here = tiers.get(tier) ?? [];
    const arriving = documents > 0 && tierOf(documents) === tier ? 1 : 0;
    if (here.length + arriving < mostOfTier) continue;
    const weight = [...merged, ...here].reduce((sum, segment) => sum + segment.bytes, 0);
    if (weight > mostBytes) continue;
    merged.push(...here);
    documents += here.reduce((sum, segment) => sum + segment.documents, 0);
  }
  return merged.length > 0 || fresh >= fewFresh ? merged : undefined;
};

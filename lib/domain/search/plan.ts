/*
 * When fresh documents become a segment, and which segments become one. Segments of about the same size are merged four at a
 * time, so an owner of a million conversations has some twenty of them, and each document is written some eight times.
 */

/** Fewer fresh documents are read with every search; more of them are moved into a segment. */
export const fewFresh = 64;

/** How many segments of a size there are at most. */
const mostOfTier = 4;

/**
 * No segment becomes larger by merging. Its root still fits into an item, and it is written within minutes, although one
 * partition of the table takes a megabyte a second.
 */
const mostBytes = 64 * 1024 * 1024;

const tierOf = (documents: number): number =>
  Math.max(0, Math.floor(Math.log2(documents / fewFresh) / Math.log2(mostOfTier)));

interface Sized {
  readonly documents: number;
  readonly bytes: number;
}

/** Which segments to merge with so many fresh documents, so that there are few of each size; undefined: nothing is to be done. */
export const planMerge = <S extends Sized>(
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

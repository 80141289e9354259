import { newIdSuffix } from '#lib/domain/ids.ts';
import type { Documents } from '#lib/domain/search/documents.ts';
import { erasedVersion, ordinalOf, sortAt } from '#lib/domain/search/documents.ts';
import type { Made, Source } from '#lib/domain/search/merge.ts';
import { fewFresh, planMerge } from '#lib/domain/search/plan.ts';
import { readPostings } from '#lib/domain/search/postings.ts';
import { erasedPartition, freshPartition, indexKey } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { removeItems } from '../operations/remove-items.ts';
import type { ErasedDocument } from './erased-documents.ts';
import { isSettled, readErased } from './erased-documents.ts';
import type { FreshDocuments } from './fresh-documents.ts';
import { readFresh } from './fresh-documents.ts';
import type { OwnerIndex, SegmentEntry } from './owner-index.ts';
import { changeOwnerIndex, readOwnerIndex } from './owner-index.ts';
import { readSegment, removeSegment, writeSegment } from './segments.ts';

/*
 * Segments are written before an owner's index names them, and removed after it no longer does. Where two builders want to
 * replace the same, the first one changes the index, and the second one removes what it wrote. A builder that is broken off
 * leaves a pending segment behind, which is removed once nobody can be writing it any more.
 */

/** No function works for so long. */
const longestRunMs = 20 * 60_000;

/** A search that has read the index before a segment was replaced is over by then. */
const longestSearchMs = 60_000;

/** How many fresh items one run moves: it holds their terms in memory. */
const mostFreshItems = 2000;

const timeOf = ({ since }: { readonly since: string }): number => Date.parse(since);

const entryOf = (id: string, { documents, bytes }: Made, { generation }: OwnerIndex): SegmentEntry => ({
  id,
  documents: documents.size,
  bytes,
  first: sortAt(documents, 0),
  last: sortAt(documents, documents.size - 1),
  generation,
});

const withoutPending = (index: OwnerIndex, id: string): OwnerIndex => ({
  ...index,
  pending: index.pending.filter((segment) => segment.id !== id),
});

const isPending = ({ pending }: OwnerIndex, id: string): boolean =>
  pending.some((segment) => segment.id === id);

const giveUp = async (owner: string, id: string): Promise<void> => {
  await removeSegment(id);
  await changeOwnerIndex(owner, (index) => (isPending(index, id) ? withoutPending(index, id) : undefined));
};

/** How a segment that was written becomes part of an index; undefined: the index has changed so that it is of no use. */
type Publish = (index: OwnerIndex, made: SegmentEntry | undefined) => OwnerIndex | undefined;

/** Writes a segment and makes it part of an owner's index; false if it was of no use. */
const addSegment = async (owner: string, sources: readonly Source[], publish: Publish): Promise<boolean> => {
  const id = newIdSuffix();
  const since = new Date().toISOString();
  await changeOwnerIndex(owner, (index) => ({ ...index, pending: [...index.pending, { id, since }] }));
  let published: OwnerIndex | undefined;
  try {
    const made = await writeSegment(owner, id, sources);
    // Who took this builder for broken off has removed what it wrote.
    published = await changeOwnerIndex(owner, (index) =>
      isPending(index, id) ? publish(withoutPending(index, id), made && entryOf(id, made, index)) : undefined,
    );
  } finally {
    if (!published) await giveUp(owner, id);
  }
  return published !== undefined;
};

/** Adds a segment of conversations that are not fresh first, because they are too large. */
export const addToIndex = async (owner: string, source: Source): Promise<void> => {
  await addSegment(owner, [source], (index, made) => ({
    ...index,
    segments: [...index.segments, ...(made ? [made] : [])],
  }));
};

/** The ordinals of documents that were erased. */
const findErased = (documents: Documents, erased: readonly ErasedDocument[]): number[] =>
  erased
    .map(({ place }) => [place, ordinalOf(documents, place)] as const)
    .filter(([place, ordinal]) => ordinal < documents.size && sortAt(documents, ordinal) === place)
    .map(([, ordinal]) => ordinal);

/** A source without what was erased. */
const without = (source: Source, erased: readonly ErasedDocument[]): Source => {
  const versions = Uint32Array.from(source.documents.versions);
  for (const ordinal of findErased(source.documents, erased)) versions[ordinal] = erasedVersion;
  return { ...source, documents: { ...source.documents, versions } };
};

const sourceOfFresh = ({ content: { documents, postings, size } }: FreshDocuments): Source => ({
  documents,
  postings: [readPostings(postings, size)],
});

/** What a builder replaces by one segment, as it was read. */
interface Replaced {
  readonly index: OwnerIndex;
  readonly fresh: readonly FreshDocuments[];
  readonly segments: readonly SegmentEntry[];
  readonly erased: readonly ErasedDocument[];
}

/** Replaces fresh documents and segments by one segment; false if another builder was faster. */
const replace = async (owner: string, read: Replaced): Promise<boolean> => {
  const { fresh, segments, erased } = read;
  const sources = [...fresh.map(sourceOfFresh)];
  for (const { id } of segments) sources.push(await readSegment(id));
  const isReplaced = (id: string) => segments.some((segment) => segment.id === id);
  const published = await addSegment(
    owner,
    sources.map((source) => without(source, erased)),
    (index, made) => {
      const left = index.segments.filter(({ id }) => !isReplaced(id));
      const areThere = left.length === index.segments.length - segments.length;
      const areFresh = fresh.length === 0 || index.moves === read.index.moves;
      if (!areThere || !areFresh || index.removals !== read.index.removals) return undefined;
      const since = new Date().toISOString();
      return {
        ...index,
        segments: made ? [...left, made] : left,
        replaced: [...index.replaced, ...segments.map(({ id }) => ({ id, since }))],
        moves: index.moves + (fresh.length > 0 ? 1 : 0),
      };
    },
  );
  if (published) await batchWrite({ removals: fresh.map(({ key }) => key) });
  return published;
};

/** Removes segments that nobody reads or writes any more. */
const removeIdleSegments = async (owner: string, now: number): Promise<void> => {
  const isAbandoned = (segment: { readonly since: string }) => timeOf(segment) + longestRunMs < now;
  const given = await changeOwnerIndex(owner, (index) => {
    const abandoned = index.pending.filter(isAbandoned);
    const since = new Date(now).toISOString();
    return abandoned.length === 0
      ? undefined
      : {
          ...index,
          pending: index.pending.filter((segment) => !isAbandoned(segment)),
          replaced: [...index.replaced, ...abandoned.map(({ id }) => ({ id, since }))],
        };
  });
  const { replaced } = given ?? (await readOwnerIndex(owner));
  const idle = replaced.filter((segment) => timeOf(segment) + longestSearchMs < now);
  if (idle.length === 0) return;
  for (const { id } of idle) await removeSegment(id);
  await changeOwnerIndex(owner, (index) => ({
    ...index,
    replaced: index.replaced.filter(({ id }) => !idle.some((segment) => segment.id === id)),
  }));
};

/** Whether a segment has one of some conversations. */
const hasAny = async (
  { id, first, last }: SegmentEntry,
  erased: readonly ErasedDocument[],
): Promise<boolean> => {
  const within = erased.filter(({ place }) => place >= first && place <= last);
  if (within.length === 0) return false;
  const { documents } = await readSegment(id);
  return findErased(documents, within).length > 0;
};

/** Removes some erased conversations from an owner's index; false if another builder was faster, or no time is left. */
const removeFromIndex = async (
  owner: string,
  erased: readonly ErasedDocument[],
  timeLeft: () => boolean,
): Promise<boolean> => {
  const before = await readOwnerIndex(owner);
  const fresh = (await readFresh(owner, { consistent: true })).filter(
    ({ content }) => findErased(content.documents, erased).length > 0,
  );
  if (fresh.length > 0 && !(await replace(owner, { index: before, fresh, segments: [], erased })))
    return false;
  for (const segment of before.segments) {
    if (!timeLeft()) return false;
    if (!(await hasAny(segment, erased))) continue;
    const index = await readOwnerIndex(owner);
    if (!(await replace(owner, { index, fresh: [], segments: [segment], erased }))) return false;
  }
  // What another builder has read before must not come back.
  await changeOwnerIndex(owner, (index) =>
    index.pending.length > 0 ? { ...index, removals: index.removals + 1 } : undefined,
  );
  return true;
};

/** Removes what was erased long enough ago; false if there is more to do. */
const removeErased = async (owner: string, timeLeft: () => boolean, now: number): Promise<boolean> => {
  for (;;) {
    const erased = (await readErased(owner)).filter((one) => isSettled(one, now));
    if (erased.length === 0) return true;
    if (!timeLeft() || !(await removeFromIndex(owner, erased, timeLeft))) return false;
    await batchWrite({ removals: erased.map(({ key }) => key) });
  }
};

/** Lets an owner's index be built again: what is written from now on is not merged with what there is. */
export const beginGeneration = async (owner: string, generation: string): Promise<void> => {
  await changeOwnerIndex(owner, (index) =>
    index.generation === generation ? undefined : { ...index, generation },
  );
};

/** Removes the segments of earlier generations. */
export const endGenerations = async (owner: string): Promise<void> => {
  await changeOwnerIndex(owner, (index) => {
    const earlier = index.segments.filter(({ generation }) => generation !== index.generation);
    const since = new Date().toISOString();
    if (earlier.length === 0) return undefined;
    return {
      ...index,
      segments: index.segments.filter(({ generation }) => generation === index.generation),
      replaced: [...index.replaced, ...earlier.map(({ id }) => ({ id, since }))],
    };
  });
};

/** Removes the whole index of an owner that is gone. Whatever was writing it at that moment may leave something behind. */
export const removeIndex = async (owner: string): Promise<void> => {
  const { segments, pending, replaced } = await readOwnerIndex(owner);
  for (const { id } of [...segments, ...pending, ...replaced]) await removeSegment(id);
  await removeItems({ pk: freshPartition(owner) });
  await removeItems({ pk: erasedPartition(owner) });
  await batchWrite({ removals: [indexKey(owner)] });
};

/** What is left to do: something now, something at a time, or nothing. */
export type Left = 'now' | 'nothing' | { readonly at: Date };

const leftLater = async (owner: string): Promise<Left> => {
  const { replaced, pending } = await readOwnerIndex(owner);
  const times = [
    ...replaced.map((segment) => timeOf(segment) + longestSearchMs),
    ...pending.map((segment) => timeOf(segment) + longestRunMs),
  ];
  return times.length === 0 ? 'nothing' : { at: new Date(Math.min(...times) + 1000) };
};

/**
 * Moves an owner's fresh documents into segments and merges those, as far as there are enough of them; removes what was erased,
 * replaced or broken off.
 */
export const buildIndex = async (owner: string, timeLeft: () => boolean, now = Date.now()): Promise<Left> => {
  await removeIdleSegments(owner, now);
  if (!(await removeErased(owner, timeLeft, now))) return 'now';
  while (timeLeft()) {
    const erased = await readErased(owner);
    const index = await readOwnerIndex(owner);
    const fresh = await readFresh(owner, { consistent: true, most: mostFreshItems });
    const count = fresh.reduce((sum, { content }) => sum + content.size, 0);
    const current = index.segments.filter(({ generation }) => generation === index.generation);
    const segments = planMerge(count, current);
    if (!segments) return leftLater(owner);
    const moved = count >= fewFresh ? fresh : [];
    if (!(await replace(owner, { index, fresh: moved, segments, erased }))) return 'now';
  }
  return 'now';
};

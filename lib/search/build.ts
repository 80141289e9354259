import { minuteMs } from '#lib/domain/durations.ts';
import { newIdSuffix } from '#lib/domain/ids.ts';
import type { Documents } from '#lib/domain/search/documents.ts';
import { erasedVersion, ordinalOf, sortAt } from '#lib/domain/search/documents.ts';
import type { MergedParts, Source } from '#lib/domain/search/merge.ts';
import { fewFresh, planMerge } from '#lib/domain/search/plan.ts';
import { readPostings } from '#lib/domain/search/postings.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { ItemContended } from '#lib/store/operations/failures.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import type { ErasedDocument } from './erased-documents.ts';
import { isSettled, readErased } from './erased-documents.ts';
import type { FreshDocuments, FreshOptions } from './fresh-documents.ts';
import { readFresh } from './fresh-documents.ts';
import type { OwnerIndex, SegmentEntry } from './owner-index.ts';
import { changeOwnerIndex, readOwnerIndex } from './owner-index.ts';
import { readSegment, removeSegment, writeSegment } from './segments.ts';

/*
 * Segments are written before an owner's index names them, and removed after it no longer does. If two
 * builders replace the same segments, the first one changes the index, and the second one removes its result.
 * An interrupted builder leaves a pending segment behind, which is removed when nothing can be writing it any
 * more.
 *
 * An index that contains a segment of fresh documents also contains the keys of their items until these are
 * removed. Another builder does not move them again, and removes the items that an interrupted builder has
 * left.
 */

/** Longer than any function runs. */
const longestRunMs = 20 * minuteMs;

/** Longer than any search that has read the index before a segment was replaced. */
const longestSearchMs = minuteMs;

/** The maximum number of fresh items to move per run, whose terms are in memory. */
const mostFreshItems = 2000;

const timeOf = ({ since }: { readonly since: string }): number => Date.parse(since);

const entryOf = (
  id: string,
  { documents, bytes }: MergedParts,
  { generation }: OwnerIndex,
): SegmentEntry => ({
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

const hasSegment = ({ segments }: OwnerIndex, id: string): boolean =>
  segments.some((segment) => segment.id === id);

const isPending = ({ pending }: OwnerIndex, id: string): boolean =>
  pending.some((segment) => segment.id === id);

/** Removes a segment that was written, unless the index contains it. */
const giveUp = async (owner: string, id: string): Promise<void> => {
  const since = new Date().toISOString();
  // From here on it cannot be published, not even by a change that is still on its way.
  const given = await changeOwnerIndex(owner, (index) =>
    isPending(index, id)
      ? { ...withoutPending(index, id), replaced: [...index.replaced, { id, since }] }
      : undefined,
  );
  // If it is not pending, another builder may have removed only those parts that had been written by then.
  if (!given && hasSegment(await readOwnerIndex(owner), id)) return;
  await removeSegment(id);
  await changeOwnerIndex(owner, (index) => {
    const replaced = index.replaced.filter((segment) => segment.id !== id);
    return replaced.length === index.replaced.length ? undefined : { ...index, replaced };
  });
};

/**
 * Adds a written segment to an index. Returns undefined if the index has changed so that the segment is of no
 * use.
 */
type Publish = (index: OwnerIndex, made: SegmentEntry | undefined) => OwnerIndex | undefined;

/** Writes a segment and adds it to an owner's index. Returns false if it was of no use. */
const addSegment = async (owner: string, sources: readonly Source[], publish: Publish): Promise<boolean> => {
  const id = newIdSuffix();
  const since = new Date().toISOString();
  await changeOwnerIndex(owner, (index) => ({ ...index, pending: [...index.pending, { id, since }] }));
  let isPublished = false;
  try {
    const made = await writeSegment(owner, id, sources);
    // A builder that considered this one interrupted has removed its segment.
    const published = await changeOwnerIndex(owner, (index) =>
      isPending(index, id) ? publish(withoutPending(index, id), made && entryOf(id, made, index)) : undefined,
    );
    // If an answer is lost, the SDK repeats a change that has already been made, and the segment is no longer
    // pending.
    isPublished = published !== undefined || hasSegment(await readOwnerIndex(owner), id);
  } finally {
    if (!isPublished) await giveUp(owner, id);
  }
  return isPublished;
};

/** Adds a segment of conversations that skip the fresh documents because they are too large. */
export const addToIndex = async (owner: string, source: Source): Promise<void> => {
  const added = await addSegment(owner, [source], (index, made) => ({
    ...index,
    segments: [...index.segments, ...(made ? [made] : [])],
  }));
  // A builder with a wrong clock has removed the segment. The follower repeats the event.
  if (!added) throw new ItemContended();
};

/** The ordinals of documents that were erased. */
const findErased = (documents: Documents, erased: readonly ErasedDocument[]): number[] =>
  erased
    .map(({ place }) => [place, ordinalOf(documents, place)] as const)
    .filter(([place, ordinal]) => ordinal < documents.size && sortAt(documents, ordinal) === place)
    .map(([, ordinal]) => ordinal);

/** A source without erased documents. */
const without = (source: Source, erased: readonly ErasedDocument[]): Source => {
  const versions = Uint32Array.from(source.documents.versions);
  for (const ordinal of findErased(source.documents, erased)) versions[ordinal] = erasedVersion;
  return { ...source, documents: { ...source.documents, versions } };
};

const sourceOfFresh = ({ content: { documents, postings, size } }: FreshDocuments): Source => ({
  documents,
  postings: [readPostings(postings, size)],
});

/** Removes the items of fresh documents that have been moved into a segment. */
const removeMoved = async (owner: string, moved: readonly string[]): Promise<void> => {
  await batchWrite({ removals: moved.map((id) => keyOf('fresh_documents', owner, id)) });
  const removed = new Set(moved);
  await changeOwnerIndex(owner, (index) => {
    const left = index.moved.filter((sk) => !removed.has(sk));
    return left.length === index.moved.length ? undefined : { ...index, moved: left };
  });
};

/**
 * The fresh documents of an owner that are not in a segment yet, according to the index as it was read
 * before.
 */
const readUnmoved = async (
  owner: string,
  { moved }: OwnerIndex,
  options: FreshOptions = {},
): Promise<FreshDocuments[]> => {
  const known = new Set(moved);
  const fresh = await readFresh(owner, { ...options, consistent: true });
  return fresh.filter(({ key }) => !known.has(key.sk));
};

/** The documents and segments that a builder replaces by one segment, as it read them. */
interface ReplacedSegments {
  readonly index: OwnerIndex;
  readonly fresh: readonly FreshDocuments[];
  readonly segments: readonly SegmentEntry[];
  readonly erased: readonly ErasedDocument[];
}

/** Replaces fresh documents and segments by one segment. Returns false if another builder was faster. */
const replace = async (owner: string, read: ReplacedSegments): Promise<boolean> => {
  const { fresh, segments, erased } = read;
  const sources = [...fresh.map(sourceOfFresh)];
  for (const { id } of segments) sources.push(await readSegment(id));
  const isReplaced = (id: string) => segments.some((segment) => segment.id === id);
  const moved = fresh.map(({ key }) => key.sk);
  const published = await addSegment(
    owner,
    sources.map((source) => without(source, erased)),
    (index, made) => {
      const left = index.segments.filter(({ id }) => !isReplaced(id));
      const areThere = left.length === index.segments.length - segments.length;
      if (!areThere || index.epoch !== read.index.epoch) return undefined;
      const since = new Date().toISOString();
      return {
        ...index,
        segments: made ? [...left, made] : left,
        replaced: [...index.replaced, ...segments.map(({ id }) => ({ id, since }))],
        epoch: index.epoch + (fresh.length > 0 ? 1 : 0),
        moved: [...index.moved, ...moved],
      };
    },
  );
  if (published && moved.length > 0) await removeMoved(owner, moved);
  return published;
};

/** Removes segments that nothing reads or writes any more. */
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

/** Whether a segment contains one of several conversations. */
const hasAny = async (
  { id, first, last }: SegmentEntry,
  erased: readonly ErasedDocument[],
): Promise<boolean> => {
  const within = erased.filter(({ place }) => place >= first && place <= last);
  if (within.length === 0) return false;
  const { documents } = await readSegment(id);
  return findErased(documents, within).length > 0;
};

/**
 * Removes erased conversations from an owner's index. Returns false if another builder was faster, or if time
 * ran out.
 */
const removeFromIndex = async (
  owner: string,
  erased: readonly ErasedDocument[],
  timeLeft: () => boolean,
): Promise<boolean> => {
  const before = await readOwnerIndex(owner);
  const fresh = (await readUnmoved(owner, before)).filter(
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
  // A builder that read the index earlier must not restore the removed documents.
  await changeOwnerIndex(owner, (index) =>
    index.pending.length > 0 ? { ...index, epoch: index.epoch + 1 } : undefined,
  );
  return true;
};

/** Removes conversations that were erased long enough ago. Returns false if there are more. */
const removeErased = async (owner: string, timeLeft: () => boolean, now: number): Promise<boolean> => {
  for (;;) {
    const erased = (await readErased(owner)).filter((one) => isSettled(one, now));
    if (erased.length === 0) return true;
    if (!timeLeft() || !(await removeFromIndex(owner, erased, timeLeft))) return false;
    await batchWrite({ removals: erased.map(({ key }) => key) });
  }
};

/**
 * Begins another generation of an owner's index. Segments written from now on are not merged with existing
 * ones.
 */
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

/** Removes the whole index of a removed owner. A concurrent writer may leave something behind. */
export const removeIndex = async (owner: string): Promise<void> => {
  const { segments, pending, replaced } = await readOwnerIndex(owner);
  for (const { id } of [...segments, ...pending, ...replaced]) await removeSegment(id);
  await removeItems({ pk: partitionOf('fresh_documents', owner) });
  await removeItems({ pk: partitionOf('erased_document', owner) });
  await batchWrite({ removals: [keyOf('index', owner)] });
};

/** The remaining work: now, at a time, or none. */
export type RemainingWork = 'now' | 'nothing' | { readonly at: Date };

const leftLater = async (owner: string): Promise<RemainingWork> => {
  const { replaced, pending } = await readOwnerIndex(owner);
  const times = [
    ...replaced.map((segment) => timeOf(segment) + longestSearchMs),
    ...pending.map((segment) => timeOf(segment) + longestRunMs),
  ];
  return times.length === 0 ? 'nothing' : { at: new Date(Math.min(...times) + 1000) };
};

/**
 * Moves an owner's fresh documents into segments and merges segments, as soon as there are enough, and
 * removes erased conversations and idle segments.
 */
export const buildIndex = async (
  owner: string,
  timeLeft: () => boolean,
  now = Date.now(),
): Promise<RemainingWork> => {
  await removeIdleSegments(owner, now);
  const { moved } = await readOwnerIndex(owner);
  if (moved.length > 0) await removeMoved(owner, moved);
  if (!(await removeErased(owner, timeLeft, now))) return 'now';
  while (timeLeft()) {
    const erased = await readErased(owner);
    const index = await readOwnerIndex(owner);
    const fresh = await readUnmoved(owner, index, { most: mostFreshItems });
    const count = fresh.reduce((sum, { content }) => sum + content.size, 0);
    const current = index.segments.filter(({ generation }) => generation === index.generation);
    const segments = planMerge(count, current);
    if (!segments) return leftLater(owner);
    const moved = count >= fewFresh ? fresh : [];
    if (!(await replace(owner, { index, fresh: moved, segments, erased }))) return 'now';
  }
  return 'now';
};

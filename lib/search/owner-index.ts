import { setTimeout as wait } from 'node:timers/promises';
import { squeeze, unsqueeze } from '#lib/domain/search/segment.ts';
import { keyOf } from '#lib/store/keys.ts';
import { ItemContended } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';

/** A segment of an index. */
export interface SegmentEntry {
  readonly id: string;
  readonly documents: number;
  /** The sum over all parts. */
  readonly bytes: number;
  /** The first and the last of its documents, as `<start time>#<id>`. */
  readonly first: string;
  readonly last: string;
  /** Segments of different generations are not merged. */
  readonly generation: string;
}

/** A segment that no search reads. */
export interface IdleSegment {
  readonly id: string;
  readonly since: string;
}

/** The contents of an owner's search index, except its fresh documents. */
export interface OwnerIndex {
  readonly segments: readonly SegmentEntry[];
  /** Segments that are being written. */
  readonly pending: readonly IdleSegment[];
  /** Segments that were replaced or given up, and have to be removed. */
  readonly replaced: readonly IdleSegment[];
  /**
   * The generation of segments that are written now. It changes when the whole index is rebuilt, after which
   * the other generations are removed.
   */
  readonly generation: string;
  /** The sort keys of fresh items that have been moved into a segment but not removed yet. */
  readonly moved: readonly string[];
  /**
   * Increases when fresh documents are moved into a segment, and when erased conversations are removed while
   * a segment is being written. The result of a builder that read the index in an earlier epoch must not
   * become part of it.
   */
  readonly epoch: number;
}

const nothingIndexed: OwnerIndex = {
  segments: [],
  pending: [],
  replaced: [],
  generation: '',
  moved: [],
  epoch: 0,
};

const read = async (owner: string): Promise<{ readonly version: number; readonly index: OwnerIndex }> => {
  const item = await get(keyOf('index', owner));
  if (!item) return { version: 0, index: nothingIndexed };
  const index = JSON.parse(unsqueeze(item.content as Uint8Array).toString()) as Partial<OwnerIndex>;
  return { version: item.version as number, index: { ...nothingIndexed, ...index } };
};

export const readOwnerIndex = async (owner: string): Promise<OwnerIndex> => (await read(owner)).index;

const maxAttempts = 10;

/**
 * Changes the current state of an owner's index, and decides again after a race. Returns undefined if there
 * is nothing to change.
 */
export const changeOwnerIndex = async (
  owner: string,
  change: (index: OwnerIndex) => OwnerIndex | undefined,
): Promise<OwnerIndex | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    const { version, index } = await read(owner);
    const changed = change(index);
    if (!changed) return undefined;
    const content = squeeze(Buffer.from(JSON.stringify(changed)));
    const isUnchanged = await putIf(
      { ...keyOf('index', owner), version: version + 1, content },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
        ExpressionAttributeValues: { ':read': version },
      },
    );
    if (isUnchanged) return changed;
    if (attempt === maxAttempts) throw new ItemContended();
    await wait(Math.random() * 20 * attempt);
  }
};

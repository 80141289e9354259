import { platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { beginGeneration, buildIndex, endGenerations } from '#lib/search/build.ts';
import { findIndexed, writeIndexed } from '#lib/search/search-index.ts';
import { parkedPages, unpark } from '#lib/store/events/parked-events.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import { sweepList } from '#lib/store/lists/sweep.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { get } from '#lib/store/operations/get.ts';

/** The progress of a rebuild, stored in the table so that any machine can continue it. */
interface Progress {
  /** The entry of the platform's list up to which all conversations are indexed. */
  readonly after: string | null;
  readonly conversations: number;
  readonly rebuild: boolean;
  readonly started_at: string;
  /** The time of its last group. */
  readonly reached_at: string;
}

export interface ReindexOptions {
  /** Rebuilds the whole index from the records. Otherwise only missing documents are added. */
  readonly rebuild?: boolean;
  /** Starts from the beginning, whatever an earlier run has done. */
  readonly restart?: boolean;
  /**
   * The number of conversations to read before they are written. Each group becomes one segment at the top.
   */
  readonly groupSize?: number;
  readonly onProgress?: (conversations: number) => void;
  readonly onFailure?: (id: string, error: unknown) => void;
}

export interface ReindexSummary {
  readonly conversations: number;
  /** The part of them that earlier, interrupted runs indexed. */
  readonly earlier: number;
  /** The number of conversations that this run could not index. */
  readonly failed: number;
}

const read = async (): Promise<Progress | undefined> =>
  (await get(keyOf('reindexing'))) as unknown as Progress | undefined;

/**
 * Whether everything that was written since the last group is indexed or parked, or still in the table's
 * stream, which has a day. A later run cannot rely on that above the place that an earlier one has reached.
 */
const isRecent = ({ reached_at }: Progress): boolean => Date.now() - Date.parse(reached_at) < dayMs;

const write = (progress: Progress): Promise<void> =>
  batchWrite({ puts: [{ ...keyOf('reindexing'), ...progress }] });

/** The platform's list of conversations, newest first. */
const readPage = (after: string | null, limit: number) =>
  listEntries<object>({
    list: 'conversations',
    owner: ownerAt([]),
    order: 'desc',
    limit,
    ...(after !== null && { position: { after } }),
  });

const forEachOwner = async (task: (owner: string) => Promise<void>): Promise<void> => {
  await task(platform);
  await sweepList(
    { list: 'clients', owner: platform },
    async ({ sk }) => {
      await task(idIn(sk));
      return true;
    },
    () => true,
  );
};

/**
 * Makes the index agree with every conversation of the table, newest first, and then with the index's parked
 * events. Concurrent writes are indexed as usual. An interrupted run continues where it stopped within a day.
 */
export const reindex = async ({
  rebuild = false,
  restart = false,
  groupSize = 4000,
  onProgress,
  onFailure,
}: ReindexOptions = {}): Promise<ReindexSummary> => {
  const known = await read();
  // A rebuild that was broken off has left a second generation, which only a rebuild completes.
  const isRebuild = rebuild || known?.rebuild === true;
  const now = new Date().toISOString();
  let progress: Progress =
    known && !restart && known.rebuild === isRebuild && isRecent(known)
      ? known
      : { after: null, conversations: 0, rebuild: isRebuild, started_at: now, reached_at: now };
  const earlier = progress.conversations;
  const failures = new Set<string>();
  const fail = (id: string, error: unknown): void => {
    failures.add(id);
    onFailure?.(id, error);
  };
  if (progress.rebuild) {
    await write(progress);
    await forEachOwner((owner) => beginGeneration(owner, progress.started_at));
  }

  for (let more = true; more; ) {
    const page = await readPage(progress.after, groupSize);
    const ids = page.items.map(({ sk }) => idIn(sk));
    const options = { again: progress.rebuild, onFailure: fail };
    await writeIndexed(await findIndexed(ids, options), options);
    more = page.next !== undefined;
    progress = {
      ...progress,
      after: page.items.at(-1)?.sk ?? progress.after,
      conversations: progress.conversations + page.items.length,
      reached_at: new Date().toISOString(),
    };
    await write(progress);
    onProgress?.(progress.conversations);
  }

  for await (const page of parkedPages()) {
    // Indexing does not complete events that another follower parked.
    for (const event of page.filter(({ follower }) => follower === 'index')) {
      const before = failures.size;
      failures.delete(event.entity);
      await writeIndexed(await findIndexed([event.entity], { onFailure: fail }), { onFailure: fail });
      if (failures.size <= before && !failures.has(event.entity)) await unpark(event);
    }
  }
  await forEachOwner(async (owner) => {
    if (progress.rebuild) await endGenerations(owner);
    await buildIndex(owner, () => true);
  });
  await batchWrite({ removals: [keyOf('reindexing')] });
  return { conversations: progress.conversations, earlier, failed: failures.size };
};

import { parkedPages, unpark } from '#lib/data/events/parked-events.ts';
import { listPartition, reindexingKey } from '#lib/data/keys.ts';
import { batchWrite } from '#lib/data/operations/batch-write.ts';
import { get } from '#lib/data/operations/get.ts';
import { query } from '#lib/data/operations/query.ts';
import { indexConversation } from '#lib/data/search/search-index.ts';
import { platform } from '#lib/domain/caller.ts';

/** How far the index has been built anew: kept in the table, so that any machine can go on. */
interface Progress {
  /** The entry of the platform's list up to which all conversations are indexed. */
  readonly after: string | null;
  readonly conversations: number;
  readonly anew: boolean;
  readonly started_at: string;
}

export interface ReindexOptions {
  /** Writes every posting again, even where nothing seems to have changed. */
  readonly anew?: boolean;
  /** From the beginning, whatever an earlier run has done. */
  readonly restart?: boolean;
  readonly onProgress?: (conversations: number) => void;
  readonly onFailure?: (id: string, error: unknown) => void;
}

export interface Reindexed {
  readonly conversations: number;
  /** Of those, by earlier runs that were broken off. */
  readonly earlier: number;
  /** How many could not be indexed in this run. */
  readonly failed: number;
}

const pageSize = 100;
const atOnce = 4;

const read = async (): Promise<Progress | undefined> =>
  (await get(reindexingKey)) as unknown as Progress | undefined;

const write = (progress: Progress): Promise<void> =>
  batchWrite({ puts: [{ ...reindexingKey, ...progress }] });

/** The sort keys of the platform's list of conversations, newest first. */
const readPage = (after: string | null) => {
  const pk = listPartition(platform, 'conversations');
  return query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk',
    ScanIndexForward: false,
    Limit: pageSize,
    ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
  });
};

/**
 * Makes the index agree with every conversation of the table, newest first, and then with its events that
 * were parked. What is written meanwhile is indexed as always. Broken off, it goes on where it was.
 */
export const reindex = async ({
  anew = false,
  restart = false,
  onProgress,
  onFailure,
}: ReindexOptions = {}): Promise<Reindexed> => {
  const known = restart ? undefined : await read();
  let progress: Progress = known ?? {
    after: null,
    conversations: 0,
    anew,
    started_at: new Date().toISOString(),
  };
  const earlier = progress.conversations;
  const failures = new Set<string>();

  const index = async (id: string): Promise<boolean> => {
    try {
      await indexConversation(id, { anew: progress.anew });
      failures.delete(id);
      return true;
    } catch (error) {
      failures.add(id);
      onFailure?.(id, error);
      return false;
    }
  };

  for (let more = true; more; ) {
    const page = await readPage(progress.after);
    const ids = page.items.map(({ sk }) => sk.slice(sk.indexOf('#') + 1)).values();
    const indexEach = async () => {
      for (const id of ids) await index(id);
    };
    await Promise.all(Array.from({ length: atOnce }, indexEach));
    more = page.more;
    progress = {
      ...progress,
      after: page.last?.sk ?? progress.after,
      conversations: progress.conversations + page.items.length,
    };
    await write(progress);
    onProgress?.(progress.conversations);
  }

  for await (const page of parkedPages()) {
    // What is parked for another follower is not done by indexing.
    for (const event of page.filter(({ follower }) => follower === 'index')) {
      if (await index(event.entity)) await unpark(event);
    }
  }
  await batchWrite({ removals: [reindexingKey] });
  return { conversations: progress.conversations, earlier, failed: failures.size };
};

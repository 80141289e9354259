import { platform } from '#lib/domain/caller.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { isTest, readClient } from './clients.ts';

/**
 * Whether an organization is for tests never changes, so it is cached as long as a function instance is
 * likely to live.
 */
const rememberedMs = hourMs;

const recall = memoryFor<boolean | undefined>(rememberedMs, 10_000);

/**
 * Whether an organization is for tests. The platform is not, and neither is an organization that does not
 * exist.
 */
export const isForTests = async (client_id: string | null): Promise<boolean> => {
  if (client_id === null || client_id === platform) return false;
  const found = await recall(client_id, async () => {
    const client = await readClient(client_id);
    return client && isTest(client);
  });
  return found ?? false;
};

/**
 * The filters of a list without `test`, where the organization is for tests itself: all of its conversations
 * are.
 */
export const withoutOwnTest = async <Filters extends { readonly test?: unknown }>(
  { id }: ListOwner,
  { test, ...filters }: Filters,
): Promise<Omit<Filters, 'test'> & Pick<Partial<Filters>, 'test'>> =>
  test === undefined || (await isForTests(id)) ? filters : { ...filters, test };

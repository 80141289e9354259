import { platform } from '#lib/domain/caller.ts';
import { daysBefore, isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { conversationKey, idIn } from '../keys.ts';
import { readers } from '../lists/listing.ts';
import { ownerAt } from '../lists/shards.ts';
import type { Swept, TimeLeft } from '../lists/sweep.ts';
import { inSum, sweepList } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { ClientRecord } from '../organizations/clients.ts';
import { readClient } from '../organizations/clients.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';
import { conversationFromEntry } from './conversations.ts';
import { eraseConversation } from './erasure.ts';

/*
 * An organization's list has the conversations of all below it. So each organization that sets a retention itself walks
 * through its own list, and nothing has to be worked out: a conversation goes by the shortest retention above it.
 */

const hourMs = 60 * 60 * 1000;

const eraseIfPast = (id: string, retention_days: number, now: number): Promise<boolean> =>
  retryStale(async () => {
    const item = await get(conversationKey(id));
    if (!item || isErasing(item) || !isPastRetention(conversationFromItem(item), { retention_days }, now)) {
      return false;
    }
    await commit(eraseConversation(item, 0).operations);
    return true;
  });

/** Begins the erasure of everything in an organization's branch that is older than it wants it kept. */
const eraseIn = async (clientId: string, timeLeft: TimeLeft, now: number): Promise<Swept> => {
  const client = await readClient(clientId);
  const days = client?.settings.retention_days;
  if (!client || days === undefined) return { done: 0, failed: 0 };
  return sweepList(
    { list: 'conversations', owner: ownerAt(client.path), until: daysBefore(now, days) },
    ({ sk }) => eraseIfPast(idIn(sk), days, now),
    timeLeft,
  );
};

/** So many of an organization's oldest conversations are looked at: one of them is not active. */
const looked = 10;

/** For how many hours the oldest conversation of an organization has been kept beyond its days. */
const lagIn = async (client: ClientRecord, days: number, now: number): Promise<number> => {
  const due = daysBefore(now, days);
  const parts = readers({ list: 'conversations', owner: ownerAt(client.path), until: due, order: 'asc' });
  const pages = await Promise.all(parts.map((read) => read(looked, undefined)));
  const ended = pages
    .flatMap(({ items }) => items)
    .map(conversationFromEntry)
    .filter(({ status }) => status !== 'active')
    .map(({ start_time, end_time }) => Date.parse(end_time ?? start_time));
  return Math.max(0, Date.parse(due) - Math.min(...ended)) / hourMs;
};

/**
 * For how many hours the oldest conversation has been kept beyond what its organizations want. It is worked out for all of them
 * before any is erased: an organization that a run has no time for is not forgotten. Undefined if none wants anything erased.
 */
export const retentionLagHours = async (
  timeLeft: TimeLeft,
  now = Date.now(),
): Promise<number | undefined> => {
  let lag: number | undefined;
  await sweepList(
    { list: 'clients', owner: platform, facets: { retention: 'set' } },
    async ({ sk }) => {
      const client = await readClient(idIn(sk));
      const days = client?.settings.retention_days;
      if (!client || days === undefined) return false;
      const hours = await lagIn(client, days, now);
      // Read only now: other organizations are looked at meanwhile.
      lag = Math.max(lag ?? 0, hours);
      return false;
    },
    timeLeft,
  );
  return lag;
};

/** Begins the erasure of every conversation that has been kept for as long as its organizations want it kept. */
export const applyRetention = async (timeLeft: TimeLeft, now = Date.now()): Promise<Swept> => {
  const walks: Swept[] = [];
  const organizations = await sweepList(
    { list: 'clients', owner: platform, facets: { retention: 'set' } },
    async ({ sk }) => {
      walks.push(await eraseIn(idIn(sk), timeLeft, now));
      return false;
    },
    timeLeft,
  );
  return inSum([...walks, organizations]);
};

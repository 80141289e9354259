import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { conversationFromEntry } from '#lib/conversations/conversations.ts';
import { platform } from '#lib/domain/caller.ts';
import { daysBefore, isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { ClientRecord } from '#lib/organizations/clients.ts';
import { readClient } from '#lib/organizations/clients.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import { readers } from '#lib/store/lists/listing.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { SweepSummary, TimeLeft } from '#lib/store/lists/sweep.ts';
import { inSum, sweepList } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { eraseConversation } from './conversation-erasure.ts';

/*
 * An organization's list contains the conversations of its descendants. Each organization with a retention of
 * its own walks through its own list, so the shortest retention on the path of a conversation applies without
 * being computed.
 */

const eraseIfPast = (id: string, retention_days: number, now: number): Promise<boolean> =>
  retryStale(async () => {
    const item = await get(keyOf('conversation', id));
    if (!item || isErasing(item) || !isPastRetention(conversationFromItem(item), { retention_days }, now)) {
      return false;
    }
    await commit((await eraseConversation(item, 0)).operations);
    return true;
  });

/** Begins the erasure of all conversations in an organization's branch that are past its retention. */
const eraseIn = async (clientId: string, timeLeft: TimeLeft, now: number): Promise<SweepSummary> => {
  const client = await readClient(clientId);
  const days = client?.settings.retention_days;
  if (!client || days === undefined) return { done: 0, failed: 0 };
  return sweepList(
    { list: 'conversations', owner: ownerAt(client.path), until: daysBefore(now, days) },
    ({ sk }) => eraseIfPast(idIn(sk), days, now),
    timeLeft,
  );
};

/** The number of an organization's oldest conversations to check, to find one that is not active. */
const looked = 10;

/** The hours for which an organization's oldest conversation has been kept beyond its retention. */
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
 * The hours for which the oldest conversation has been kept beyond its retention, over all organizations.
 * Computed before any erasure, so that it includes organizations that a run has no time for. Undefined if no
 * organization has a retention.
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
      // Read at this point, because concurrent walks change it.
      lag = Math.max(lag ?? 0, hours);
      return false;
    },
    timeLeft,
  );
  return lag;
};

/** Begins the erasure of every conversation that is past the retention of an organization above it. */
export const applyRetention = async (timeLeft: TimeLeft, now = Date.now()): Promise<SweepSummary> => {
  const walks: SweepSummary[] = [];
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

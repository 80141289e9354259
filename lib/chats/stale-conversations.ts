import { isUnjoined } from '#lib/calls/start-web-call.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { additionsOf, readConversation, updateConversation } from '#lib/conversations/conversations.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { isStale, lastKnownMoment, leastActiveMs } from '#lib/domain/conversations/lifetime.ts';
import { notJoined } from '#lib/domain/conversations/not-joined.ts';
import { settingsOf } from '#lib/organizations/clients.ts';
import { idIn } from '#lib/store/keys.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { SweepSummary, TimeLeft } from '#lib/store/lists/sweep.ts';
import { inSum, sweepList } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Item } from '#lib/store/table.ts';
import { tendChat } from './tend-chat.ts';

const timedOut = async (conversation: ConversationRecord, now: number) => {
  const turns = conversation.turns > 0 ? await readAllTurns(conversation.id) : [];
  const end_time = lastKnownMoment(conversation, turns, now);
  return { status: 'failed', end_reason: 'timed_out', end_time } as const;
};

const end = async (conversation: ConversationRecord, now: number): Promise<void> => {
  const { status, end_reason, end_time } = (await isUnjoined(conversation))
    ? notJoined(conversation.start_time)
    : await timedOut(conversation, now);
  const additions = { ...additionsOf(conversation), end_reason };
  await commit(updateConversation(conversation, { status, end_time }, additions, 'service').operations);
};

/** Ends every conversation that has been active for longer than its organization allows, for tests or not. */
export const endStaleConversations = async (timeLeft: TimeLeft, now = Date.now()): Promise<SweepSummary> => {
  const known = new Map<string, ReturnType<typeof settingsOf>>();
  const settings = ({ client_id, path }: ConversationRecord) => {
    const found = known.get(client_id) ?? settingsOf(path);
    known.set(client_id, found);
    return found;
  };
  const endIfStale = ({ sk }: Item): Promise<boolean> =>
    retryStale(async () => {
      // The index may be slightly out of date, so the record decides.
      const conversation = await readConversation(idIn(sk));
      if (!conversation || isOver(conversation)) return false;
      if (conversation.handling !== null) return tendChat(conversation, now);
      if (!isStale(conversation, await settings(conversation), now)) return false;
      await end(conversation, now);
      return true;
    });
  const activeOf = (test: 'true' | 'false') => ({
    list: 'conversations' as const,
    owner: ownerAt([]),
    facets: { status: 'active', test },
    until: new Date(now - leastActiveMs).toISOString(),
  });
  return inSum([
    await sweepList(activeOf('false'), endIfStale, timeLeft),
    await sweepList(activeOf('true'), endIfStale, timeLeft),
  ]);
};

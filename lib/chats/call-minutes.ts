import { ApiError } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { secondsLeft } from '#lib/domain/conversations/call-reservation.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { extendCall } from '#lib/store/limits/call-quotas.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/** A call reserves further seconds when it has no more than these, which are longer than an answer. */
const nearlyOver = 120;

/** With fewer, it cannot go on. */
const leastLeft = 30;

/** Whether a call is so close to the end of its reserved seconds that it needs more. */
export const needsSeconds = (call: ConversationRecord, now: number): boolean =>
  secondsLeft(call, now) <= nearlyOver;

/** Reserves further seconds for a call that needs them. False: a quota has no room, and the call must end. */
export const mayGoOn = (call: ConversationRecord, lineage: Lineage, now: number): Promise<boolean> =>
  retryStale(async () => {
    if (!needsSeconds(call, now)) return true;
    const before = await readConversation(call.id);
    if (!before?.call_reservation || isOver(before) || !needsSeconds(before, now)) return true;
    const { call_reservation, operations } = extendCall(lineage, before.call_reservation, now);
    const replaced = replaceConversation(before, { call_reservation }, 'conversation.updated');
    try {
      await commit([...operations, ...replaced.operations]);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return secondsLeft(before, now) > leastLeft;
    }
  });

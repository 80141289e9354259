import { chatLimits } from '#lib/contract/chats.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ListeningPeriod } from '#lib/domain/chats/listening.ts';
import { countedSeconds, maxListeningSeconds } from '#lib/domain/chats/listening.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { keyOf } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { addition } from './addition.ts';
import type { LineageMembers } from './call-room.ts';
import { dailyLimitReached } from './request-rates.ts';
import { countsOfChats, expiryOf, reserveIn, settleIn } from './reservations.ts';

/** The attribute in the counts of chats of a day. */
export const listeningAttribute = 'listening_seconds';

/** Seconds of recognition that are reserved in the counts of the chat and of all that limit them. */
export interface ReservedListening extends Pick<ListeningPeriod, 'day' | 'client_ids'> {
  readonly release: () => Promise<void>;
}

/** Reserves the longest talk, or throws because a limit has no room for it. */
export const reserveListening = async (
  { members }: LineageMembers,
  now: number,
  chat: { readonly id: string },
  /** The limits of the page of a widget, in order; none: the talk is on no such page. */
  ofPage: readonly { readonly client_id: string; readonly limit: number; readonly who: string }[],
): Promise<ReservedListening> => {
  const day = Math.floor(now / dayMs);
  const limits = [
    { client_id: chat.id, limit: chatLimits.listeningMinutes, path: undefined, who: 'The chat' },
    ...ofPage.map((of) => ({ ...of, path: undefined })),
    ...limitsOfUse(members, 'listening_minutes_per_day'),
  ];
  const inSeconds = limits.map((of) => ({ ...of, minutes: of.limit, limit: of.limit * 60 }));
  const counts = countsOfChats(inSeconds, listeningAttribute, day);
  const full = await reserveIn(counts, maxListeningSeconds, 'whole');
  if (full) {
    const { of } = full;
    const tomorrow = Math.ceil(((day + 1) * dayMs - now) / 1000);
    if (!of.path) {
      const detail = `${of.who} may have speech recognized for at most ${of.minutes} minutes on a day`;
      throw new ApiError('rate_limited', { detail, headers: { 'retry-after': String(tomorrow) } });
    }
    const isOwn = of.client_id === members.at(-1)?.id;
    throw dailyLimitReached('listening_minutes_per_day', { ...of, limit: of.minutes }, isOwn, tomorrow);
  }
  return {
    day,
    client_ids: counts.map(({ of }) => of.client_id),
    release: async () => {
      await settleIn(counts, -maxListeningSeconds);
    },
  };
};

/** The writes that leave the seconds that passed of what was reserved. */
export const settleListening = (listening: ListeningPeriod | null, now: number): Operation<never>[] => {
  if (!listening) return [];
  const unused = maxListeningSeconds - countedSeconds(listening, now);
  return listening.client_ids.map((client_id) => ({
    request: {
      Update: addition({
        key: keyOf('chat_messages', client_id, listening.day),
        add: { [listeningAttribute]: -unused },
        expires: expiryOf(listening.day),
      }),
    },
  }));
};

import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { ListeningPeriod } from '#lib/domain/chats/listening.ts';
import { listenedSeconds, maxListeningSeconds } from '#lib/domain/chats/listening.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { chatMessagesKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { tableName } from '../table.ts';
import { dailyLimitReached } from './request-rates.ts';
import { reserveIn, settleIn } from './reservations.ts';

interface Members {
  /** From the top. */
  readonly members: readonly { readonly id: string; readonly settings: ClientSettings }[];
}

/** The attribute in the counts of chats of a day. */
export const listeningAttribute = 'listening_seconds';

const expiryOf = (day: number): number => ((day + 3) * dayMs) / 1000;

/** Seconds of recognition that are reserved in the counts of all organizations that limit them. */
export interface ReservedListening extends Pick<ListeningPeriod, 'day' | 'client_ids'> {
  readonly release: () => Promise<void>;
}

/** Reserves the longest talk, or throws because a limit has no room for it. */
export const reserveListening = async ({ members }: Members, now: number): Promise<ReservedListening> => {
  const day = Math.floor(now / dayMs);
  const counts = limitsOfUse(members, 'listening_minutes_per_day').map((of) => ({
    of,
    key: chatMessagesKey(of.client_id, day),
    attributes: [listeningAttribute],
    limits: [{ attribute: listeningAttribute, limit: of.limit * 60 }],
    expires: expiryOf(day),
  }));
  const full = await reserveIn(counts, maxListeningSeconds, 'whole');
  if (full) {
    const isOwn = full.of.client_id === members.at(-1)?.id;
    const tomorrow = Math.ceil(((day + 1) * dayMs - now) / 1000);
    throw dailyLimitReached('listening_minutes_per_day', full.of, isOwn, tomorrow);
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
  const unused = maxListeningSeconds - listenedSeconds(listening, now);
  return listening.client_ids.map((client_id) => ({
    request: {
      Update: {
        TableName: tableName(),
        Key: chatMessagesKey(client_id, listening.day),
        UpdateExpression: `ADD ${listeningAttribute} :less SET expires = :expires`,
        ExpressionAttributeValues: { ':less': -unused, ':expires': expiryOf(listening.day) },
      },
    },
  }));
};

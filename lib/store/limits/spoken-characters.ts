import { chatLimits } from '#lib/contract/chats.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import type { LineageMembers } from './call-room.ts';
import { dailyLimitReached } from './request-rates.ts';
import { countsOfChats, reserveIn, settleIn } from './reservations.ts';

/** The attribute in the counts of chats of a day. */
export const spokenAttribute = 'spoken_characters';

/** So many are reserved at once, so that not every sentence waits for a write. */
const reservedAtOnce = 1000;

/** The characters of one answer in the counts of its chat, whose user is a stranger, and of organizations. */
export interface SpeechReservation {
  /** Reserves room for so many altogether, or throws because a limit is used up. */
  readonly reserve: (characters: number) => Promise<void>;
  /** Leaves those that were spoken. */
  readonly settle: (characters: number) => Promise<void>;
}

/** A chat or its widget has used up its spoken characters. */
class StrangersSpoken extends Error {
  override readonly name = 'StrangersSpoken';
}

export const speechReservation = (
  { members }: LineageMembers,
  chat: { readonly id: string },
  /** The limit of the widget whose visitor is spoken to, by its id; absent: no visitor is. */
  widget?: { readonly client_id: string; readonly limit: number },
  now = Date.now(),
): SpeechReservation => {
  const day = Math.floor(now / dayMs);
  const limits = [
    { client_id: chat.id, limit: chatLimits.spokenCharacters, path: undefined },
    ...(widget ? [{ ...widget, path: undefined }] : []),
    ...limitsOfUse(members, 'spoken_characters_per_day'),
  ];
  const counts = countsOfChats(limits, spokenAttribute, day);
  let reserved = 0;
  const reserve = async (characters: number): Promise<void> => {
    if (characters <= reserved) return;
    const more = Math.max(reservedAtOnce, characters - reserved);
    const full = await reserveIn(counts, more, 'part');
    if (full) {
      const { of } = full;
      if (!of.path) throw new StrangersSpoken();
      const isOwn = of.client_id === members.at(-1)?.id;
      const tomorrow = Math.ceil(((day + 1) * dayMs - now) / 1000);
      throw dailyLimitReached('spoken_characters_per_day', of, isOwn, tomorrow);
    }
    reserved += more;
  };
  // Two sentences at once share what the first one reserves.
  let last = Promise.resolve();
  return {
    reserve: (characters) => {
      const next = last.then(() => reserve(characters));
      last = next.catch(() => {});
      return next;
    },
    settle: async (characters) => {
      await last;
      const more = characters - reserved;
      reserved = characters;
      if (more !== 0) await settleIn(counts, more);
    },
  };
};

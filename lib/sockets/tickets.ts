import { dayMs, hourMs } from '#lib/domain/durations.ts';
import { hashSecret, newToken } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { BatchGetOptions } from '#lib/store/operations/batch-get.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import type { Authority } from './authority.ts';

/** The conversations that a page watches, and the authority that it relies on. */
export interface Watch {
  /** An owner, or a conversation. */
  readonly watched: string;
  readonly authority: Authority;
  /** The origin of the pages that may open the socket; absent if a server asked, which has no origin. */
  readonly origin?: string;
}

export interface Ticket extends Watch {
  /** Milliseconds since 1970. */
  readonly ends_at: number;
}

const ticketMs = 30_000;

/** The sockets that the keys and members of an organization may have open, and one of them. */
const maxOfOwner = 200;
const maxOfHolder = 50;

export const secondsAfter = (now: number, ms: number): number => Math.ceil((now + ms) / 1000);

/** The counts of open sockets that a key or member, and its organization, has opened on a day. */
export const countsOf = ({ owner, key_id }: Authority, at: number) =>
  [
    { holder: owner, limit: maxOfOwner },
    { holder: key_id, limit: maxOfHolder },
  ].map(({ holder, limit }) => ({ key: keyOf('open_sockets', holder, Math.floor(at / dayMs)), limit }));

const socketsIn = async (
  counts: ReturnType<typeof countsOf>,
  options?: BatchGetOptions,
): Promise<number[]> => {
  const found = await batchGet(
    counts.map(({ key }) => key),
    options,
  );
  const now = secondsAfter(Date.now(), 0);
  // A count expires after the sockets that it is of, and is removed some time later.
  return found.map((item) => (item && Number(item.expires) > now ? Math.max(0, Number(item.sockets)) : 0));
};

/** The counts of a day, with the room that the sockets of the day before leave, which may still be open. */
export const roomFor = async (authority: Authority, now: number, options?: BatchGetOptions) => {
  const before = await socketsIn(countsOf(authority, now - dayMs), options);
  return countsOf(authority, now).map(({ key, limit }, at) => ({ key, room: limit - (before[at] ?? 0) }));
};

/** Whether a further socket would find room. It is counted when it opens. */
export const hasRoomForSocket = async (authority: Authority, now = Date.now()): Promise<boolean> => {
  const options = { eventuallyConsistent: true };
  const [sockets, counts] = await Promise.all([
    socketsIn(countsOf(authority, now), options),
    roomFor(authority, now, options),
  ]);
  return counts.every(({ room }, at) => (sockets[at] ?? 0) < room);
};

/** Makes a ticket that opens one socket. */
export const makeTicket = async (
  watch: Watch,
  now = Date.now(),
): Promise<{ readonly ticket: string; readonly ends_at: number }> => {
  const ticket = newToken('vat');
  const ends_at = now + ticketMs;
  const expires = secondsAfter(ends_at, hourMs);
  await putIf({ ...keyOf('live_ticket', hashSecret(ticket)), ...watch, ends_at, expires }, {});
  return { ticket, ends_at };
};

import { randomBytes } from 'node:crypto';
import { ApiError } from '#lib/contract/errors.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { dayMs, hourMs } from '#lib/domain/durations.ts';
import { visitorOf } from '#lib/domain/visitor.ts';
import { keyOf, widgetVisitorKey } from '#lib/store/keys.ts';
import type { TakeBack } from '#lib/store/limits/chat-quotas.ts';
import type { Count } from '#lib/store/limits/reservations.ts';
import { additionTo, reserveIn, settleIn } from '#lib/store/limits/reservations.ts';
import { memoryFor } from '#lib/store/memory.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { update } from '#lib/store/operations/update.ts';

/** Counts and salts are kept for an hour longer than they are read. */
const expiryOf = (end: number): number => (end + hourMs) / 1000;

const recallSalt = memoryFor<string>(dayMs, 1000);

/** The salt of a day, which the first visitor of the day makes. */
const saltOf = (id: string, day: number): Promise<string> =>
  recallSalt(`${id} ${day}`, async () => {
    const found = await update(keyOf('widget_use', id, day), {
      UpdateExpression: 'SET salt = if_not_exists(salt, :salt), expires = :expires',
      ExpressionAttributeValues: {
        ':salt': randomBytes(16).toString('base64url'),
        ':expires': expiryOf((day + 1) * dayMs),
      },
      ReturnValues: 'ALL_NEW',
    });
    return String(found?.salt);
  });

/** The name of a visitor in the counts of a widget on a day. */
export const visitorOn = async (
  { id }: Pick<Widget, 'id'>,
  address: string,
  now = Date.now(),
): Promise<string> => visitorOf(address, await saltOf(id, Math.floor(now / dayMs)));

interface UseCount extends Count {
  readonly whose: string;
  /** Milliseconds since 1970. */
  readonly end: number;
}

type Use = 'chats' | 'messages' | 'talks' | 'handovers';
type LimitedWidget = Pick<Widget, 'id' | 'limits'>;

const ofPages = 'The pages of the widget may have on a day at most';

const secondsUntil = (end: number, now: number): string => String(Math.ceil((end - now) / 1000));

const countOf = (
  use: Use,
  { limit, ...where }: Pick<UseCount, 'whose' | 'key' | 'end'> & { readonly limit: number },
): UseCount => ({
  ...where,
  attributes: [use],
  limits: [{ attribute: use, limit }],
  expires: expiryOf(where.end),
});

const countOfVisitor = async (
  widget: LimitedWidget,
  use: Use,
  address: string,
  now: number,
): Promise<UseCount> => {
  const hour = Math.floor(now / hourMs);
  return countOf(use, {
    whose: 'A visitor may have at most',
    key: widgetVisitorKey(widget.id, await visitorOn(widget, address, now), hour),
    end: (hour + 1) * hourMs,
    limit: widget.limits[`${use === 'handovers' ? 'chats' : use}_per_visitor_hour`],
  });
};

const refusalBy = ({ whose, end, limits: [full] }: Pick<UseCount, 'whose' | 'end' | 'limits'>, now: number) =>
  new ApiError('rate_limited', {
    detail: `${whose} ${full?.limit} ${full?.attribute}`,
    headers: { 'retry-after': secondsUntil(end, now) },
  });

const reserve = async (counts: readonly UseCount[], now: number): Promise<TakeBack> => {
  const full = await reserveIn(counts, 1, 'whole');
  if (full) throw refusalBy(full, now);
  const reserved = [...counts];
  return async () => {
    await settleIn(reserved.splice(0), -1).catch(() => undefined);
  };
};

/** Counts a chat of a visitor before it begins, or refuses it. */
export const countVisit = async (
  widget: LimitedWidget,
  address: string,
  now = Date.now(),
): Promise<TakeBack> => reserve([await countOfVisitor(widget, 'chats', address, now)], now);

/** Counts a talk of a visitor before its speech is recognized, or refuses it. */
export const countTalk = async (
  widget: LimitedWidget,
  address: string,
  now = Date.now(),
): Promise<TakeBack> => reserve([await countOfVisitor(widget, 'talks', address, now)], now);

/**
 * Counts a message of a visitor before it is sent, or refuses it: first in the hour of the visitor, so that
 * one who sends a flood uses up nothing of the others, and then in the day of the widget.
 */
export const countVisitorMessage = async (
  widget: LimitedWidget,
  address: string,
  now = Date.now(),
): Promise<TakeBack> => {
  const day = Math.floor(now / dayMs);
  const ofWidget = countOf('messages', {
    whose: ofPages,
    key: keyOf('widget_use', widget.id, day),
    end: (day + 1) * dayMs,
    limit: widget.limits.messages_per_day,
  });
  return reserve([await countOfVisitor(widget, 'messages', address, now), ofWidget], now);
};

/** The write that counts in a transaction, on condition that there is room. */
const counting = (count: UseCount, now: number): Operation<ApiError<'rate_limited'>> => ({
  request: { Update: additionTo(count, 1, 'whole') },
  otherwise: () => refusalBy(count, now),
});

/** The write that counts a chat of a widget in its day. */
export const countWidgetChat = (
  { id, limits }: LimitedWidget,
  now: number,
): Operation<ApiError<'rate_limited'>> => {
  const day = Math.floor(now / dayMs);
  const count = countOf('chats', {
    whose: ofPages,
    key: keyOf('widget_use', id, day),
    end: (day + 1) * dayMs,
    limit: limits.chats_per_day,
  });
  return counting(count, now);
};

/** The write that counts that a visitor asks for a person, in as many chats as an address may begin. */
export const countHandover = async (
  widget: LimitedWidget,
  address: string,
  now = Date.now(),
): Promise<Operation<ApiError<'rate_limited'>>> =>
  counting(await countOfVisitor(widget, 'handovers', address, now), now);

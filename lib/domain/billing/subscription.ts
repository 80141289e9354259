import type { Depth } from '../organizations/depth.ts';
import type { ChatUsage } from '../usage/fact.ts';
import type { LocalDate } from '../usage/time-zones.ts';
import { addMonths, dateOf, startOfMonth } from '../usage/time-zones.ts';

/** Effects of using up the included minutes and all packs. */
export const limitActions = ['charge', 'warn', 'stop'] as const;
export type LimitAction = (typeof limitActions)[number];

/** The terms of a plan at the start of the subscription. */
export interface Terms {
  readonly plan_id: string;
  readonly name: string;
  readonly currency: string;
  /** For a whole month. */
  readonly base_fee: string;
  /** For a whole month. */
  readonly included_minutes: number;
  readonly minute_rate: string;
  /** The messages in chats of the platform; for a whole month. */
  readonly included_messages: number;
  readonly message_rate: string;
  /** Each call is rounded up to a multiple of this number of seconds. */
  readonly rounding_seconds: number;
  readonly at_limit: LimitAction;
}

/** An organization's subscription, from one date to another. A change of terms is a new subscription. */
export interface Subscription {
  readonly id: string;
  readonly terms: Terms;
  readonly start_date: LocalDate;
  /** Exclusive; null: no end. */
  readonly end_date: LocalDate | null;
  /** The time zone of its days and months. */
  readonly timezone: string;
  /** The owner of the plan, which issues the statements; null: the platform. */
  readonly issuer_id: string | null;
  /**
   * The first day of the periods that bill further answers as messages. Absent: it began before they were
   * counted, and none has been yet.
   */
  readonly answers_from?: LocalDate;
}

/** Whether messages are billed at all. Terms from before there were chats do not bill them. */
export const billsMessages = ({
  included_messages,
  message_rate,
}: Pick<Terms, 'included_messages' | 'message_rate'>): boolean =>
  included_messages > 0 || Number(message_rate) > 0;

/** The terms of plans and subscriptions that were stored before there were chats. */
export const noMessages = { included_messages: 0, message_rate: '0' } as const;

/** The channels on which people speak. Written conversations use no minutes. */
const spoken: readonly string[] = ['phone', 'web', 'other'];

export const isSpoken = ({ channel }: { readonly channel: string }): boolean => spoken.includes(channel);

interface Billable {
  readonly channel: string;
  readonly duration_ms: number;
  readonly chat?: ChatUsage;
}

/**
 * The billed seconds of a conversation. Chats of the platform are billed by message, whatever their channel,
 * and its calls by the second, as those of providers are.
 */
export const billedSeconds = (
  conversation: Billable,
  { rounding_seconds }: Pick<Terms, 'rounding_seconds'>,
): number =>
  isSpoken(conversation) && (!conversation.chat || conversation.chat.in_call)
    ? Math.ceil(conversation.duration_ms / (rounding_seconds * 1000)) * rounding_seconds
    : 0;

/** A period of a subscription, whose issuer is at a depth of the organization's path. */
interface BilledTime {
  readonly subscription: Pick<Subscription, 'terms' | 'answers_from'>;
  readonly period: { readonly start: LocalDate };
  readonly issuer: Depth;
}

/** Whether a period bills further answers: not those of an integration of the issuer, or of one above. */
const billsFurther = ({ asked_by }: ChatUsage, { subscription, period, issuer }: BilledTime): boolean =>
  subscription.answers_from !== undefined &&
  period.start >= subscription.answers_from &&
  (asked_by === undefined || asked_by > issuer);

/** The billed messages of a conversation. */
export const billedMessages = ({ chat }: Pick<Billable, 'chat'>, time: BilledTime): number => {
  if (!chat || !billsMessages(time.subscription.terms)) return 0;
  return chat.messages + (chat.further && billsFurther(chat, time) ? chat.further : 0);
};

/**
 * The subscription with the first day of the periods that bill further answers: a change of what is billed
 * begins with the next period.
 */
export const withAnswersFrom = (subscription: Subscription, now: number): Subscription => {
  const { answers_from, start_date, timezone } = subscription;
  if (answers_from !== undefined) return subscription;
  const next = addMonths(startOfMonth(dateOf(timezone, now)), 1);
  return { ...subscription, answers_from: [start_date, next].toSorted()[1] ?? next };
};

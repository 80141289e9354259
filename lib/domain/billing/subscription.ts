import type { LocalDate } from '../usage/time-zones.ts';

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
}

/** The channels on which people speak. Written conversations use no minutes. */
const spoken: readonly string[] = ['phone', 'web', 'other'];

/** The billed seconds of a conversation. */
export const billedSeconds = (
  { channel, duration_ms }: { readonly channel: string; readonly duration_ms: number },
  { rounding_seconds }: Pick<Terms, 'rounding_seconds'>,
): number =>
  spoken.includes(channel) ? Math.ceil(duration_ms / (rounding_seconds * 1000)) * rounding_seconds : 0;

import type { LocalDate } from '../usage/time-zones.ts';

/** What happens once the included minutes and all packs are used up. */
export const limitActions = ['charge', 'warn', 'stop'] as const;
export type LimitAction = (typeof limitActions)[number];

/** The terms of a plan, as they were when a subscription to it started. */
export interface Terms {
  readonly plan_id: string;
  readonly name: string;
  readonly currency: string;
  /** Of a whole month. */
  readonly base_fee: string;
  /** Of a whole month. */
  readonly included_minutes: number;
  readonly minute_rate: string;
  /** Each call is rounded up to a multiple of these. */
  readonly rounding_seconds: number;
  readonly at_limit: LimitAction;
}

/** An organization's subscription, from one date to another: later terms are another one. */
export interface Subscription {
  readonly id: string;
  readonly terms: Terms;
  readonly start_date: LocalDate;
  /** Excluded; null: until further notice. */
  readonly end_date: LocalDate | null;
  /** Whose days and months count. */
  readonly timezone: string;
}

/** The channels on which people speak. What is written takes no minutes. */
const spoken: readonly string[] = ['phone', 'web', 'other'];

/** For how many seconds a conversation is billed. */
export const billedSeconds = (
  { channel, duration_ms }: { readonly channel: string; readonly duration_ms: number },
  { rounding_seconds }: Pick<Terms, 'rounding_seconds'>,
): number =>
  spoken.includes(channel) ? Math.ceil(duration_ms / (rounding_seconds * 1000)) * rounding_seconds : 0;

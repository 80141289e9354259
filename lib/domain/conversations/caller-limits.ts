import { hash } from 'node:crypto';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { leastOf } from '../organizations/hierarchy.ts';

/*
 * A stranger who dials again and again has limits, so as not to use up the lines, minutes, tokens and placed
 * calls of an organization.
 */

/** Somebody who calls at a number of an account. */
export interface IncomingCaller {
  readonly integration_id: string;
  /** Null: withheld. */
  readonly number: string | null;
}

/** The counts of a caller, which those who withhold their number share. */
export interface CallerCount {
  /** A hash that does not show the number. */
  readonly id: string;
  /** Absent: the number is known. */
  readonly is_withheld?: true;
}

export const countOfCaller = ({ integration_id, number }: IncomingCaller): CallerCount => ({
  id: hash('sha256', `${integration_id} ${number ?? ''}`, 'base64url'),
  ...(number === null && { is_withheld: true }),
});

/** The limits of a caller, unless an organization directly below the platform has others. */
const usual = {
  open_calls: 5,
  call_minutes_per_day: 240,
  model_tokens_per_day: 5_000_000,
  transfers_per_day: 20,
};

/** The multiples of these limits that all who withhold their number have together. */
const shared: CallerLimits = {
  open_calls: 4,
  call_minutes_per_day: 5,
  model_tokens_per_day: 4,
  transfers_per_day: 5,
};

type CallerLimits = typeof usual;

/** The limits of a caller at an organization, whose members are ordered from the top. */
export const limitsOfCaller = (
  { is_withheld }: CallerCount,
  members: readonly { readonly settings: ClientSettings }[],
): CallerLimits => {
  const [top, ...below] = members.map(({ settings }) => settings.caller_limits);
  const limits = leastOf([{ ...usual, ...top }, ...below]) as CallerLimits;
  if (!is_withheld) return limits;
  const names = Object.keys(shared) as (keyof CallerLimits)[];
  return Object.fromEntries(names.map((name) => [name, limits[name] * shared[name]])) as CallerLimits;
};

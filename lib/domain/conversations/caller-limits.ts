import { hash } from 'node:crypto';

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

/** Calls at once, and the seconds, the tokens of models and the transfers of a day. */
const limits = {
  known: { calls: 5, seconds: 4 * 3600, tokens: 5_000_000, transfers: 20 },
  withheld: { calls: 20, seconds: 20 * 3600, tokens: 20_000_000, transfers: 100 },
} as const;

export const limitsOfCaller = ({ is_withheld }: CallerCount) => limits[is_withheld ? 'withheld' : 'known'];

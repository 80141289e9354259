import type { MoneySum, StatementItem } from 'voice-agent-platform-client';
import { sumsOf } from '../billing/sums.ts';

/** The amounts billed in a month, in the currency of most statements. */
export interface Earnings {
  readonly revenue: MoneySum;
  /** Null where a cost is in another currency. Absent where the key may not see costs. */
  readonly margin?: MoneySum | null | undefined;
}

/** The sums of statements in the currency of most of them. */
export const earningsOf = (statements: readonly StatementItem[]): Earnings | undefined => {
  const [most] = sumsOf(statements);
  return most && { revenue: most.total, margin: most.margin };
};

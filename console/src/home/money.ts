import type { MoneySum, StatementItem } from 'voice-agent-platform-client';

/** What was billed in a month, in the currency of most statements. */
export interface Earnings {
  readonly revenue: MoneySum;
  /** Absent where the key may not see costs. */
  readonly margin?: MoneySum | undefined;
}

const plus = (amounts: readonly string[]): string =>
  String(Math.round(amounts.reduce((total, amount) => total + Number(amount) * 100, 0)) / 100);

const mostFrequent = (values: readonly string[]): string | undefined => {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
};

/** The sums of statements, but not of void ones. They are for a glance: the billing page has the exact amounts. */
export const earningsOf = (statements: readonly StatementItem[]): Earnings | undefined => {
  const valid = statements.filter(({ status }) => status !== 'void');
  const currency = mostFrequent(valid.map(({ total }) => total.currency));
  if (!currency) return undefined;
  const counted = valid.filter(({ total }) => total.currency === currency);
  const margins = counted.flatMap(({ margin }) => (margin?.currency === currency ? [margin.amount] : []));
  return {
    revenue: { currency, amount: plus(counted.map(({ total }) => total.amount)) },
    ...(counted.some(({ margin }) => margin !== undefined) && {
      margin: { currency, amount: plus(margins) },
    }),
  };
};

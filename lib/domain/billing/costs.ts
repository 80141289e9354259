import Big from 'big.js';
import { showsCost } from '../conversations/cost.ts';
import type { Depth } from '../organizations/depth.ts';
import type { CountedCost } from '../usage/fact.ts';
import { fromBillionths } from '../usage/figures.ts';
import type { Costs, FinalStatement } from './account.ts';
import type { Amount } from './money.ts';
import { amountOf } from './money.ts';
import { marginOf } from './statement.ts';

/*
 * The costs of a statement are separate sums for each reporter, because not everybody who sees the statement
 * sees all of them (docs/decisions/costs.md).
 */

/** The name of a sum: `EUR@2`. Sums from before the reporter was stored have only a currency. */
export const costName = ({ currency, by = 0 }: Pick<CountedCost, 'currency' | 'by'>): string =>
  `${currency}@${by}`;

/** Whether the reporters of all costs are known. */
export const hasReporters = (costs: Costs): boolean => Object.keys(costs).every((name) => name.includes('@'));

/**
 * The costs and the margin of a statement, as shown to an organization that sees the costs reported from a
 * depth on.
 */
export const shownCosts = (
  { total, costs }: Pick<FinalStatement, 'total' | 'costs'>,
  from: Depth,
): { readonly costs: Amount[]; readonly margin: Amount | null } => {
  const sums = new Map<string, bigint>();
  let isComplete = true;
  for (const [name, amount] of Object.entries(costs)) {
    const [currency = '', by] = name.split('@');
    // Costs without a known reporter count as the platform's. They may be the organization's own, which the
    // margin would lack.
    if (showsCost(Number(by ?? 0), from)) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
    else if (by === undefined && amount !== 0n) isComplete = false;
  }
  const shown = [...sums]
    .filter(([, amount]) => amount !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, amount]) => amountOf(new Big(fromBillionths(amount)), currency));
  return { costs: shown, margin: isComplete ? marginOf(total, shown) : null };
};

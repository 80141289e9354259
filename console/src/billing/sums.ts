import type { Amount, MoneySum, StatementItem } from 'voice-agent-platform-client';
import { formatMoney } from '../api/format.ts';

const decimals = 9;

const unitsOf = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + part.padEnd(decimals, '0'));
  return amount.startsWith('-') ? -units : units;
};

/** The exact sum of amounts, which are decimal numbers. */
export const sumOf = (amounts: readonly string[]): string => {
  const units = amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}${part && `.${part}`}`;
};

/** An amount with two decimal places, as overviews show it. */
export const inCents = ({ amount, currency }: Amount): string =>
  formatMoney({ amount: Number(amount).toFixed(2), currency });

/** The amounts billed in one currency. */
export interface Sum {
  readonly statements: readonly StatementItem[];
  readonly total: MoneySum;
  /** One sum for each currency. Absent where the key may not see costs. */
  readonly costs?: readonly MoneySum[];
  /** Null where a cost is in another currency, as for a statement. Absent where the key may not see costs. */
  readonly margin?: MoneySum | null;
}

/** The sums of statements by currency, that of most statements first. Void statements are left out. */
export const sumsOf = (all: readonly StatementItem[]): readonly Sum[] => {
  const valid = all.filter(({ status }) => status !== 'void');
  const seesCosts = valid.some(({ margin }) => margin !== undefined);
  return [...Map.groupBy(valid, ({ total }) => total.currency)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([currency, statements]) => {
      const sum = (amounts: readonly Amount[], of = currency): MoneySum => ({
        currency: of,
        amount: sumOf(amounts.map(({ amount }) => amount)),
      });
      const costs = [
        ...Map.groupBy(
          statements.flatMap((each) => each.costs ?? []),
          (cost) => cost.currency,
        ),
      ].map(([of, amounts]) => sum(amounts, of));
      const margins = statements.map(({ margin }) => margin);
      return {
        statements,
        total: sum(statements.map(({ total }) => total)),
        ...(seesCosts && {
          costs: costs.length > 0 ? costs : [sum([])],
          margin: margins.includes(null) ? null : sum(margins.flatMap((margin) => margin ?? [])),
        }),
      };
    });
};

/** The margin as a share of what is billed. */
export const shareOf = (
  total: Pick<Amount, 'amount'>,
  margin: Pick<Amount, 'amount'> | null | undefined,
): number | undefined =>
  margin && Number(total.amount) > 0 ? Number(margin.amount) / Number(total.amount) : undefined;

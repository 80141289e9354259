import type { Statement } from '#lib/contract/statements.ts';
import { csvRecords } from '../csv.ts';

const columns = ['description', 'quantity', 'unit', 'unit_price', 'amount', 'currency'] as const;

/** The lines of a statement as CSV, with the total as the last one. */
export const statementCsv = ({ lines, total }: Pick<Statement, 'lines' | 'total'>): string =>
  csvRecords([
    [...columns],
    ...lines.map(({ description, quantity, unit, unit_price, amount }) => [
      description,
      quantity,
      unit,
      unit_price.amount,
      amount.amount,
      amount.currency,
    ]),
    ['Total', null, null, null, total.amount, total.currency],
  ]);

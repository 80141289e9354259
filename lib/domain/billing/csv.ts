import type { Statement } from '#lib/contract/statements.ts';
import { csvRecords } from '../csv.ts';

const columns = ['description', 'quantity', 'unit', 'unit_price', 'amount', 'currency'] as const;

/** The lines of a statement as CSV, with the total as the last one, or with the tax and the amount due. */
export const statementCsv = ({
  lines,
  total,
  tax,
  amount_due,
}: Pick<Statement, 'lines' | 'total' | 'tax' | 'amount_due'>): string =>
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
    ...(tax
      ? [
          [`${tax.name} ${tax.rate} %`, null, null, null, tax.amount.amount, tax.amount.currency],
          ['Amount due', null, null, null, amount_due.amount, amount_due.currency],
        ]
      : []),
  ]);

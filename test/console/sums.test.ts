import { expect, test } from 'vitest';
import type { StatementItem } from '../../clients/typescript/src/index.ts';
import { sumsOf } from '../../console/src/billing/sums.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const usd = (amount: string) => ({ amount, currency: 'USD' });

const statement = (fields: Partial<StatementItem>) => ({ status: 'final', ...fields }) as StatementItem;

test('costs are summed by currency, and a margin that one statement cannot have is unknown for all', () => {
  const known = statement({ total: eur('49'), costs: [eur('9.5')], margin: eur('39.5') });
  const unknown = statement({ total: eur('51'), costs: [eur('0.5'), usd('0.24')], margin: null });
  expect(sumsOf([known, unknown])).toMatchObject([
    { total: eur('100'), costs: [eur('10'), usd('0.24')], margin: null },
  ]);
  expect(sumsOf([known])).toMatchObject([{ total: eur('49'), costs: [eur('9.5')], margin: eur('39.5') }]);
});

test('statements without costs have a margin, and those whose costs are hidden have neither', () => {
  expect(sumsOf([statement({ total: eur('49'), costs: [], margin: eur('49') })])).toMatchObject([
    { costs: [eur('0')], margin: eur('49') },
  ]);
  const [hidden] = sumsOf([statement({ total: eur('49') })]);
  expect(Object.keys(hidden ?? {})).toEqual(['statements', 'total']);
});

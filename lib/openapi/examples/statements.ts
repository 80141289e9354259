import { statementCsv } from '#lib/domain/billing/csv.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client } from './story.ts';
import { subscription } from './subscriptions.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

const statement = {
  id: 'stmt_01kag9w3e6f8g2h5j7k1m4n6pq',
  created_at: '2026-11-02T04:00:03.114Z',
  updated_at: '2026-11-02T04:00:03.114Z',
  version: 1,
  metadata: {},
  client_id: client.id,
  subscription_id: subscription.id,
  period_start: '2026-10-01T04:00:00.000Z',
  period_end: '2026-11-01T04:00:00.000Z',
  timezone: 'America/New_York',
  status: 'final' as const,
  lines: [
    {
      description: 'Starter, October 2026',
      quantity: '1',
      unit: 'period' as const,
      unit_price: usd('49.00'),
      amount: usd('49.00'),
    },
    {
      description: 'Minutes included in the plan',
      quantity: '500',
      unit: 'minute' as const,
      unit_price: usd('0.00'),
      amount: usd('0.00'),
    },
    {
      description: 'Minutes',
      quantity: '70.5',
      unit: 'minute' as const,
      unit_price: usd('0.12'),
      amount: usd('8.46'),
    },
  ],
  total: usd('57.46'),
  costs: [usd('41.8312')],
  margin: usd('15.6288'),
  external_reference: null,
  finalized_at: '2026-11-02T04:00:03.114Z',
};

const params = { client_id: client.id, statement_id: statement.id };

export const statements: ExamplesOf<'statements'> = {
  list: {
    params: { client_id: client.id },
    query: { limit: '12' },
    response: { data: [statement], ...lastPage },
  },
  get: { params, response: statement, csv: statementCsv(statement) },
  update: {
    params,
    body: { status: 'paid', external_reference: 'INV-2026-0117' },
    response: {
      ...statement,
      status: 'paid',
      external_reference: 'INV-2026-0117',
      updated_at: '2026-11-20T10:00:00.000Z',
      version: 2,
    },
  },
};

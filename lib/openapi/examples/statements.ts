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
    {
      description: 'Messages included in the plan',
      quantity: '1000',
      unit: 'message' as const,
      unit_price: usd('0.00'),
      amount: usd('0.00'),
    },
    {
      description: 'Messages',
      quantity: '120',
      unit: 'message' as const,
      unit_price: usd('0.02'),
      amount: usd('2.40'),
    },
  ],
  total: usd('59.86'),
  tax: { name: 'Sales tax', rate: '8.25', note: null, amount: usd('4.94') },
  amount_due: usd('64.80'),
  number: 'BV-0142',
  issuer_id: client.parent_id,
  issuer: {
    name: 'Bright Voice Inc.',
    address: '14 Foundry Lane\nAustin, TX 78701',
    tax_id: '12-3456789',
    email: 'billing@brightvoice.example',
    payment_details: 'First Bank, account 000123456',
  },
  addressee: {
    name: 'Harbor Dental LLC',
    address: '2 Castle Road\nAustin, TX 78702',
    tax_id: null,
    email: 'accounts@harbordental.example',
  },
  due_date: '2026-12-02',
  plan_id: subscription.plan_id,
  plan_name: 'Starter',
  minutes_used: '570.5',
  minutes_included: '500',
  messages_used: 1120,
  messages_included: 1000,
  costs: [usd('41.8312')],
  margin: usd('18.0288'),
  external_reference: null,
  finalized_at: '2026-11-02T04:00:03.114Z',
  sent_at: null,
};

const { lines: _lines, metadata: _metadata, ...item } = statement;

const params = { client_id: client.id, statement_id: statement.id };

export const statements: ExamplesOf<'statements'> = {
  listAll: {
    query: { period: '2026-10', status: ['final'], sent: 'false' },
    response: { data: [item], ...lastPage },
  },
  list: {
    params: { client_id: client.id },
    query: { limit: '12' },
    response: { data: [statement], ...lastPage },
  },
  get: { params, response: statement, csv: statementCsv(statement) },
  update: {
    params,
    body: { status: 'paid', sent_at: '2026-11-02T09:00:00.000Z', external_reference: 'INV-2026-0117' },
    response: {
      ...statement,
      status: 'paid',
      sent_at: '2026-11-02T09:00:00.000Z',
      external_reference: 'INV-2026-0117',
      updated_at: '2026-11-20T10:00:00.000Z',
      version: 2,
    },
  },
};

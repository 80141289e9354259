import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';

const terms = {
  name: 'Starter',
  currency: 'USD',
  base_fee: '49.00',
  included_minutes: 500,
  minute_rate: '0.12',
  included_messages: 1000,
  message_rate: '0.02',
  rounding_seconds: 6,
  at_limit: 'charge' as const,
};

export const plan = {
  id: 'plan_01kag3x5ntfyxs4v4yh2m8q9ab',
  created_at: '2026-09-30T14:00:00.000Z',
  updated_at: '2026-09-30T14:00:00.000Z',
  version: 1,
  client_id: null,
  ...terms,
};

const params = { plan_id: plan.id };
const whole = { ...plan, metadata: {} };

export const plans: ExamplesOf<'plans'> = {
  list: { query: { limit: '20' }, response: { data: [plan], ...lastPage } },
  create: { body: terms, response: whole },
  get: { params, response: whole },
  replace: {
    params,
    body: { ...terms, minute_rate: '0.10' },
    response: { ...whole, minute_rate: '0.10', updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  update: {
    params,
    body: { minute_rate: '0.10' },
    response: { ...whole, minute_rate: '0.10', updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  remove: { params },
};

/** The terms of the plan, as a subscription copies them. */
export { terms };

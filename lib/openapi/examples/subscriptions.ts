import type { ExamplesOf } from './example.ts';
import { plan, terms } from './plans.ts';
import { client } from './story.ts';

const params = { client_id: client.id };

export const subscription = {
  id: 'sub_01kag3x5ntfyxs4v4yh2m8q9ab',
  client_id: client.id,
  plan_id: plan.id,
  start_date: '2026-10-01',
  end_date: null,
  timezone: 'America/New_York',
  issuer_id: client.parent_id,
  ...terms,
  current_period: {
    start: '2026-11-01T04:00:00.000Z',
    end: '2026-12-01T05:00:00.000Z',
    minutes_used: '412.5',
    minutes_included: '500',
    pack_minutes_left: '100',
    messages_used: 640,
    messages_included: 1000,
    limit_reached: false,
  },
  next: null,
  created_at: '2026-09-30T14:05:00.000Z',
};

export const subscriptions: ExamplesOf<'subscriptions'> = {
  get: { params, response: subscription },
  replace: { params, body: { plan_id: plan.id, start_date: '2026-10-01' }, response: subscription },
  update: { params, body: { plan_id: plan.id }, response: subscription },
  remove: { params },
  addPack: {
    params,
    body: { minutes: 100, price: '9.00' },
    response: {
      id: 'pack_01kag3x5ntfyxs4v4yh2m8q9ab',
      client_id: client.id,
      minutes: 100,
      price: { amount: '9.00', currency: 'USD' },
      metadata: {},
      created_at: '2026-11-12T16:20:00.000Z',
    },
  },
};

import type { Client } from '../client.ts';

type PlanBody = Parameters<Client['plans']['create']>[0]['body'];
type PackBody = Parameters<Client['subscriptions']['addPack']>[0]['body'];

interface Subscriber {
  /** The name of the organization. */
  readonly organization: string;
  readonly pack?: PackBody;
}

/** The agency's plans, and the clients that subscribe to each. */
export const plans: readonly {
  readonly plan: Omit<PlanBody, 'client_id'>;
  readonly subscribers: readonly Subscriber[];
}[] = [
  {
    plan: {
      name: 'Practice',
      currency: 'USD',
      base_fee: '99',
      included_minutes: 100,
      minute_rate: '0.35',
      rounding_seconds: 60,
      at_limit: 'warn',
    },
    subscribers: [{ organization: 'Harbor Dental Group' }],
  },
  {
    plan: {
      name: 'Trade',
      currency: 'USD',
      base_fee: '49',
      included_minutes: 40,
      minute_rate: '0.39',
      rounding_seconds: 30,
      at_limit: 'charge',
    },
    subscribers: [
      { organization: 'Kessler Haustechnik' },
      { organization: 'Marlow Property Care', pack: { minutes: 30, price: '9.00' } },
    ],
  },
  {
    plan: {
      name: 'Pay as you go',
      currency: 'USD',
      base_fee: '0',
      included_minutes: 0,
      minute_rate: '0.49',
      rounding_seconds: 6,
      at_limit: 'charge',
    },
    subscribers: [{ organization: 'Bexley Stone Solicitors' }],
  },
];

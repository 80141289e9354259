import * as z from 'zod/mini';
import { described, docs, id, Metadata, Money, object, sentBack, strictObject, Timestamp } from './fields.ts';
import { termsFields } from './plans.ts';
import { entityOf, route } from './route.ts';

/** A calendar date such as `2026-11-20`. */
const isDate = (text: string): boolean => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

export const CalendarDate = z
  .string()
  .check(
    z.regex(/^20\d{2}-\d{2}-\d{2}$/, { error: 'must be a date such as 2026-11-20', abort: true }),
    z.refine(isDate, 'must be a date that exists'),
  )
  .register(docs, {
    description: 'A date in the organization’s time zone',
    examples: ['2026-11-20'],
    maxLength: 10,
  });

const Minutes = (description: string) =>
  z
    .string()
    .check(z.regex(/^\d{1,12}(\.\d{1,4})?$/))
    .register(docs, { description, examples: ['412.5'], maxLength: 17 });

export const Subscription = object('Subscription', 'The terms that an organization is billed by', {
  id: id('sub', 'The subscription’s id'),
  client_id: id('client', 'The organization that is billed'),
  plan_id: described(
    id('plan'),
    'The plan whose terms were copied. It may have been changed or removed since',
  ),
  start_date: described(CalendarDate, 'The first day, in the organization’s time zone'),
  end_date: z.nullable(CalendarDate).register(docs, {
    description: 'The end date, exclusive; null if the subscription has no end',
  }),
  timezone: z.string().register(docs, {
    description:
      'The time zone of its days and months: the organization’s time zone when the subscription started',
    examples: ['America/New_York'],
    maxLength: 64,
  }),
  issuer_id: z.nullable(id('client')).register(docs, {
    description:
      'The organization that issues the statements, which owned the plan; null for the platform. Only its keys and those of organizations above can change the subscription',
  }),
  ...termsFields,
  current_period: z
    .nullable(
      object('SubscriptionPeriod', 'The usage of a period', {
        start: described(Timestamp, 'When the period begins'),
        end: described(Timestamp, 'The end of the period, exclusive'),
        minutes_used: Minutes('The minutes used so far, each call rounded up'),
        minutes_included: Minutes('The minutes that the plan includes in the period'),
        pack_minutes_left: Minutes('The minutes left in packs. They do not expire'),
        messages_used: z.int().check(z.minimum(0)).register(docs, {
          description:
            'The messages in chats of this platform that are billed so far: those of chats that are over',
        }),
        messages_included: z.int().check(z.minimum(0)).register(docs, {
          description: 'The messages that the plan includes in the period',
        }),
        limit_reached: z.boolean().register(docs, {
          description: 'Whether included minutes and packs are used up',
        }),
      }),
    )
    .register(docs, { description: 'The current period; null before the subscription starts' }),
  next: z
    .nullable(
      object('NextSubscription', 'A subscription that has not started', {
        id: id('sub', 'The id of the subscription that follows'),
        plan_id: described(id('plan'), 'The plan whose terms were copied'),
        start_date: described(CalendarDate, 'Its first day'),
      }),
    )
    .register(docs, { description: 'The subscription that follows; null if none does' }),
  created_at: Timestamp,
});
export type Subscription = z.output<typeof Subscription>;

export const SubscriptionInput = strictObject('SubscriptionInput', 'The plan to copy, and the first day', {
  ...sentBack(Subscription),
  plan_id: described(id('plan'), 'A plan of an organization above, or of the platform'),
  start_date: described(
    CalendarDate,
    'The first day, at most 366 days ago. A previous subscription ends on the day before',
  ),
});

export type SubscriptionInput = z.output<typeof SubscriptionInput>;

export const SubscriptionPatch = strictObject(
  'SubscriptionPatch',
  'A merge patch (RFC 7396) for a subscription',
  {
    plan_id: described(z.optional(SubscriptionInput.shape.plan_id), 'The plan to copy the terms of'),
    start_date: described(z.optional(CalendarDate), 'The first day of the terms, at most 366 days ago'),
  },
);

export const PackInput = strictObject('PackInput', 'Minutes to add', {
  minutes: z.int().check(z.minimum(1), z.maximum(10_000_000)).register(docs, {
    description: 'The minutes of the pack. They do not expire',
  }),
  price: described(Money.shape.amount, 'The price, in the subscription’s currency'),
  metadata: z._default(Metadata, {}),
});
export type PackInput = z.output<typeof PackInput>;

export const Pack = object('Pack', 'Minutes that were bought in addition to a plan', {
  id: id('pack', 'The pack’s id'),
  client_id: id('client', 'The organization that bought it'),
  minutes: PackInput.shape.minutes,
  price: Money,
  metadata: Metadata,
  created_at: Timestamp,
});
export type Pack = z.output<typeof Pack>;

export const get = route('GET /v1/clients/{client_id}/subscription', {
  summary: 'Get the subscription of an organization',
  description:
    'Includes the minutes that the current period has used so far, and which subscription follows. Before the first day, this is the subscription that starts then.',
  scope: 'billing:read',
  ...entityOf(Subscription),
  errors: ['subscription_not_found'],
});

export const replace = route('PUT /v1/clients/{client_id}/subscription', {
  summary: 'Subscribe an organization to a plan',
  description:
    'Copies the plan’s terms. Later changes to the plan have no effect on the subscription. The usage of the organization and its descendants is billed by these terms. A running subscription ends when this one starts. The plan and start date of the running subscription keep it: a planned end or a subscription that would follow is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer.',
  scope: 'billing:write',
  audit: 'subscription.updated',
  body: SubscriptionInput,
  ...entityOf(Subscription),
  errors: ['plan_not_found', 'ancestor_key_required', 'period_final', 'currency_fixed'],
});

export const update = route('PATCH /v1/clients/{client_id}/subscription', {
  summary: 'Change the plan or the start of a subscription',
  description:
    'The same as `PUT` with the present `plan_id` and `start_date` of the subscription for those that are not sent: `plan_id` alone bills the subscription by another plan from its first day. A patch that changes neither has no effect. The `ETag` also changes with the minutes used. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer.',
  scope: 'billing:write',
  audit: 'subscription.updated',
  body: SubscriptionPatch,
  ...entityOf(Subscription),
  errors: [
    'subscription_not_found',
    'plan_not_found',
    'ancestor_key_required',
    'period_final',
    'currency_fixed',
  ],
});

export const remove = route('DELETE /v1/clients/{client_id}/subscription', {
  summary: 'End the subscription of an organization',
  description:
    'The subscription ends with the current day, which its last statement includes. One that would start later is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer.',
  scope: 'billing:write',
  audit: 'subscription.ended',
  etag: Subscription,
  errors: ['subscription_not_found', 'ancestor_key_required'],
});

export const addPack = route('POST /v1/clients/{client_id}/subscription/packs', {
  summary: 'Add a pack of minutes to a subscription',
  description:
    'The pack is used after the included minutes and before further minutes are charged. Its price is a line of the current statement, and its minutes count only toward statements of the same issuer. Requires a key of the issuer of the subscription, or of an organization above it.',
  scope: 'billing:write',
  audit: 'subscription.pack_added',
  body: PackInput,
  status: 201,
  location: '/v1/clients/{client_id}/subscription',
  response: Pack,
  errors: ['subscription_not_found', 'ancestor_key_required'],
});

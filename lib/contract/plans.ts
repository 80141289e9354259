import * as z from 'zod/mini';
import {
  Currency,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  Money,
  object,
  patchOf,
  sameOwner,
  sentBack,
  strictObject,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { created, entityOf, route } from './route.ts';

export const LimitAction = enumeration(
  'LimitAction',
  ['charge', 'warn', 'stop'],
  'The effect of using up the included minutes and all packs. `charge`: further minutes are charged; `warn`: they are charged, and events are also sent at 120, 150 and 200 percent; `stop`: new conversations are refused. Under a plan with messages, `stop` refuses chats of this platform once the included messages are used up, whatever minutes are left, and other conversations once the minutes are',
);

/** The fields that a subscription copies from its plan. */
export const termsFields = {
  name: text(200).register(docs, { description: 'The name that statements show' }),
  currency: Currency,
  base_fee: described(Money.shape.amount, 'The fee for a whole month, in the plan’s currency'),
  included_minutes: z
    .int()
    .check(z.minimum(0), z.maximum(10_000_000))
    .register(docs, { description: 'The minutes that a whole month includes' }),
  minute_rate: described(Money.shape.amount, 'The price of each further minute, in the plan’s currency'),
  included_messages: z.int().check(z.minimum(0), z.maximum(100_000_000)).register(docs, {
    description:
      'The messages that a whole month includes: those of users that agents answered in chats of this platform',
  }),
  message_rate: described(
    Money.shape.amount,
    'The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill',
  ),
  rounding_seconds: z
    .int()
    .check(
      z.minimum(1),
      z.maximum(60),
      z.refine((seconds) => [1, 6, 30, 60].includes(seconds), 'must be 1, 6, 30 or 60'),
    )
    .register(docs, {
      description: 'Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60',
      examples: [60],
    }),
  at_limit: LimitAction,
};

const writable = {
  ...termsFields,
  included_messages: z._default(termsFields.included_messages, 0),
  message_rate: z._default(termsFields.message_rate, '0'),
  rounding_seconds: z._default(termsFields.rounding_seconds, 60),
  at_limit: z._default(LimitAction, 'charge'),
  metadata: z._default(Metadata, {}),
};

export const Plan = object(
  'Plan',
  'Prices, included minutes and included messages. A subscription copies them when it starts',
  {
    ...entity('plan'),
    client_id: z.nullable(id('client')).register(docs, {
      description:
        'The organization that owns the plan; null for a plan of the platform. Descendants of the organization can subscribe to it',
    }),
    ...termsFields,
  },
);
export type Plan = z.output<typeof Plan>;

export const PlanItem = z
  .omit(Plan, { metadata: true })
  .register(docs, { id: 'PlanItem', description: 'A plan as it appears in a list' });
export type PlanItem = z.output<typeof PlanItem>;

export const PlanInput = strictObject('PlanInput', 'A plan to create', {
  client_id: z.optional(z.nullable(id('client'))).register(docs, {
    description: 'The organization that owns the plan. Default: the key’s organization, or the platform',
  }),
  ...writable,
});
export type PlanInput = z.output<typeof PlanInput>;

export const PlanReplacement = strictObject('PlanReplacement', 'The new content of a plan', {
  ...sentBack(Plan),
  ...writable,
  client_id: sameOwner,
});
export type PlanReplacement = z.output<typeof PlanReplacement>;

export const PlanPatch = strictObject('PlanPatch', 'A merge patch (RFC 7396) for a plan', patchOf(writable));

export const list = route('GET /v1/plans', {
  summary: 'List the plans of the key’s organization and its descendants',
  description: 'Newest first. Plans of organizations above are not shown.',
  scope: 'billing:read',
  ...pagesOfOrganization('PlanList', PlanItem, 'plans'),
});

export const create = route('POST /v1/plans', {
  summary: 'Create a plan',
  description:
    'A reseller’s plan can be used for its descendants, a plan of the platform for every organization.',
  scope: 'billing:write',
  audit: 'plan.created',
  body: PlanInput,
  ...created('/v1/plans/{id}', Plan),
  errors: ['client_not_found', 'client_suspended'],
});

export const get = route('GET /v1/plans/{plan_id}', {
  summary: 'Get a plan',
  description: 'A plan is visible to the organization that owns it and to the organizations above.',
  scope: 'billing:read',
  ...entityOf(Plan),
});

export const replace = route('PUT /v1/plans/{plan_id}', {
  summary: 'Replace a plan',
  description: 'Running subscriptions do not change. Each keeps the terms that it started with.',
  scope: 'billing:write',
  audit: 'plan.updated',
  body: PlanReplacement,
  ...entityOf(Plan),
});

export const update = route('PATCH /v1/plans/{plan_id}', {
  summary: 'Update a plan',
  description:
    'Changes the fields that are sent: null resets one to its default. A patch that changes nothing leaves the version as it is. Running subscriptions keep the terms that they started with.',
  scope: 'billing:write',
  audit: 'plan.updated',
  body: PlanPatch,
  ...entityOf(Plan),
});

export const remove = route('DELETE /v1/plans/{plan_id}', {
  summary: 'Remove a plan',
  description: 'Running subscriptions do not change. Each keeps the terms that it started with.',
  scope: 'billing:write',
  audit: 'plan.removed',
  etag: Plan,
});

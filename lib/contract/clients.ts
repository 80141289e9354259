import * as z from 'zod/mini';
import {
  atMost,
  Currency,
  docs,
  entity,
  id,
  LanguageTag,
  Metadata,
  openShape,
  readOnly,
  TimeZone,
  text,
} from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route } from './route.ts';
import { setFromAbove } from './set-from-above.ts';

export const ClientType = z.enum(['reseller', 'client', 'subcompany', 'location']);
export type ClientType = z.output<typeof ClientType>;

/** So many requests a minute can be counted in one place: a partition takes 1,000 writes a second. */
const maxRequestsPerMinute = 60_000;

const RateLimit = z
  .strictObject({ requests_per_minute: z.int().check(z.minimum(1), z.maximum(maxRequestsPerMinute)) })
  .register(docs, {
    id: 'RateLimit',
    description:
      'How many requests a minute the keys of the organization and of its descendants may make together; absent: any number. Only a key of an organization above can change it',
  });

const quota = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));

const Quotas = z
  .strictObject({
    agents: z.clone(quota),
    api_keys: z.clone(quota),
    children: z.clone(quota).register(docs, { description: 'Organizations at every level below' }),
  })
  .register(docs, {
    id: 'Quotas',
    description:
      'How many of each the organization and its descendants may have together. Where neither it nor an organization above sets one, each organization may have 1,000 agents, 1,000 API keys and 10,000 children of its own. Only a key of an organization above can change it',
  });
export type QuotaName = keyof z.output<typeof Quotas>;

export const ClientSettings = openShape(
  {
    timezone: z.optional(TimeZone),
    locale: z.optional(LanguageTag),
    retention_days: z
      .optional(z.int().check(z.minimum(1), z.maximum(3650)))
      .register(setFromAbove)
      .register(docs, {
        description:
          'A conversation is erased this many days after its end, with its transcript and its recording; absent: never. The least of the organization’s own value and those above applies. Only a key of an organization above can change it',
      }),
    active_timeout_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(527_040))).register(docs, {
      description:
        'A conversation that has been active for longer is ended as failed, with `end_reason` `timed_out`; absent: 240',
    }),
    rate_limit: z.optional(RateLimit).register(setFromAbove),
    quotas: z.optional(Quotas).register(setFromAbove),
    recording_enabled: z.optional(z.boolean()).register(setFromAbove).register(docs, {
      description:
        'False, here or in any organization above: recordings are refused. Only a key of an organization above can change it',
    }),
  },
  16_384,
).register(docs, {
  id: 'ClientSettings',
  description:
    'The settings named here are inherited where they are absent. Further ones are the integrator’s own: they are kept, and not inherited',
});
export type ClientSettings = z.output<typeof ClientSettings>;

export const BillingInfo = openShape(
  {
    email: z.optional(z.email().check(z.maxLength(254))),
    currency: z.optional(Currency).register(setFromAbove),
    plan: z.optional(text(100)).register(setFromAbove),
    external_id: z.optional(text(255)).register(setFromAbove),
  },
  16_384,
).register(docs, {
  id: 'BillingInfo',
  description:
    'Only a key of an organization above can change `currency`, `plan` and `external_id`: who sends the bill decides',
});

const Status = z.enum(['active', 'suspended']);

const writable = {
  name: text(200),
  settings: z._default(ClientSettings, {}),
  billing_info: z._default(BillingInfo, {}),
  status: z._default(Status, 'active').register(docs, {
    description:
      'A suspended client takes no new conversations, agents, clients and keys, and neither does any of its descendants',
  }),
  metadata: z._default(Metadata, {}),
};

export const Client = z
  .object({
    ...entity('client'),
    ...writable,
    type: ClientType,
    parent_id: z.nullable(id('client')).register(docs, { description: 'Null at the top' }),
    effective_settings: z.clone(ClientSettings).register(docs, {
      description: 'The settings, with those inherited from the clients above',
    }),
  })
  .register(docs, {
    id: 'Client',
    description: 'An organisation: a reseller, a client, a subcompany or a location',
  });
export type Client = z.output<typeof Client>;

export const ClientItem = z
  .omit(Client, {
    settings: true,
    billing_info: true,
    effective_settings: true,
    metadata: true,
  })
  .register(docs, { id: 'ClientItem', description: 'A client as a list shows it' });
export type ClientItem = z.output<typeof ClientItem>;

export const ClientInput = z
  .strictObject({
    ...writable,
    type: ClientType,
    parent_id: z
      .optional(z.nullable(id('client')))
      .register(docs, { description: 'Absent: the key’s own organisation. Fixed at creation' }),
  })
  .check(atMost(65_536))
  .register(docs, { id: 'ClientInput' });
export type ClientInput = z.output<typeof ClientInput>;

export const SubcompanyInput = z
  .strictObject({ ...writable, type: z._default(z.enum(['subcompany', 'location']), 'subcompany') })
  .check(atMost(65_536))
  .register(docs, { id: 'SubcompanyInput' });

export const ClientReplacement = z
  .strictObject({
    ...writable,
    status: z.optional(Status).register(setFromAbove).register(docs, {
      description:
        'Only a key of an organization above can change it; absent in a request with such a key: `active`',
    }),
    type: z.optional(ClientType).register(docs, { description: 'Cannot be changed' }),
    parent_id: z.optional(z.nullable(id('client'))).register(docs, { description: 'Cannot be changed' }),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
    version: readOnly,
    effective_settings: readOnly,
  })
  .check(atMost(65_536))
  .register(docs, { id: 'ClientReplacement' });
export type ClientReplacement = z.output<typeof ClientReplacement>;

const params = z.strictObject({ client_id: id('client', 'The client’s id') });

const name = z
  .optional(text(200))
  .register(docs, { description: 'The beginning of the name; case and accents do not matter' });

export const list = route('GET /v1/clients', {
  summary: 'List the clients that the key reaches',
  description: 'Its own organisation and those at every level below, newest first.',
  scope: 'clients:read',
  query: z.strictObject({
    ...listQuery,
    parent_id: z.optional(id('client')).register(docs, { description: 'Those directly below that one' }),
    type: z.optional(ClientType).register(docs, { description: 'Those of this type' }),
    name,
  }),
  status: 200,
  response: pageOf(ClientItem),
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/clients', {
  summary: 'Create a client',
  description:
    'Resellers stand at the top, clients there or below a reseller, subcompanies and locations below a client or a subcompany; at most eight stand above each other.',
  scope: 'clients:write',
  body: ClientInput,
  status: 201,
  location: '/v1/clients/{id}',
  response: Client,
  etag: Client,
  errors: ['client_not_found', 'client_suspended', 'invalid_parent', 'quota_exceeded'],
});

export const get = route('GET /v1/clients/{client_id}', {
  summary: 'Get one client',
  description: 'With its own settings, and with those that hold for it.',
  scope: 'clients:read',
  params,
  status: 200,
  response: Client,
  etag: Client,
  errors: ['client_not_found'],
});

export const replace = route('PUT /v1/clients/{client_id}', {
  summary: 'Replace what can be changed of a client',
  description:
    'A field that is absent gets its default. Type and parent stay as they are. Status, limits, retention, recording, currency, plan and `external_id` are set from above: with a key of the organization itself, they stay as they are when they are absent, and another value is refused.',
  scope: 'clients:write',
  params,
  body: ClientReplacement,
  status: 200,
  response: Client,
  etag: Client,
  errors: ['client_not_found'],
});

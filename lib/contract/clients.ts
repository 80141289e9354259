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

export const ClientType = z.enum(['reseller', 'client', 'subcompany', 'location']);
export type ClientType = z.output<typeof ClientType>;

/** So many requests a minute can be counted in one place: a partition takes 1,000 writes a second. */
const maxRequestsPerMinute = 60_000;

const RateLimit = z
  .strictObject({ requests_per_minute: z.int().check(z.minimum(1), z.maximum(maxRequestsPerMinute)) })
  .register(docs, {
    id: 'RateLimit',
    description:
      'How many requests the keys of each organisation, here and below, may make a minute; absent: any number. Set by a key of an organisation above',
  });

const quota = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));

const Quotas = z
  .strictObject({
    agents: z.clone(quota).register(docs, { description: 'Absent: 1,000' }),
    api_keys: z.clone(quota).register(docs, { description: 'Absent: 1,000' }),
    children: z.clone(quota).register(docs, { description: 'Absent: 10,000' }),
  })
  .register(docs, {
    id: 'Quotas',
    description:
      'How much each organisation, here and below, may have itself. Set by a key of an organisation above',
  });
export type QuotaName = keyof z.output<typeof Quotas>;

export const ClientSettings = openShape(
  {
    timezone: z.optional(TimeZone),
    locale: z.optional(LanguageTag),
    retention_days: z.optional(z.int().check(z.minimum(1), z.maximum(3650))).register(docs, {
      description:
        'So many days after its end a conversation is erased, with its transcript and its recording; absent: never. What is set above cannot be made longer',
    }),
    active_timeout_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(527_040))).register(docs, {
      description:
        'A conversation that has been active for longer is ended as failed, with `end_reason` `timed_out`; absent: 240',
    }),
    rate_limit: z.optional(RateLimit),
    quotas: z.optional(Quotas),
    recording_enabled: z
      .optional(z.boolean())
      .register(docs, { description: 'False: recordings are refused; absent: they are taken' }),
  },
  16_384,
).register(docs, {
  id: 'ClientSettings',
  description:
    'Absent settings are inherited; the integrator’s own are kept beside. `retention_days`, `rate_limit` and `quotas` cannot be made wider than above',
});
export type ClientSettings = z.output<typeof ClientSettings>;

export const BillingInfo = openShape(
  {
    email: z.optional(z.email().check(z.maxLength(254))),
    currency: z.optional(Currency),
    plan: z.optional(text(100)),
    external_id: z.optional(text(255)),
  },
  16_384,
).register(docs, { id: 'BillingInfo' });

const writable = {
  name: text(200),
  settings: z._default(ClientSettings, {}),
  billing_info: z._default(BillingInfo, {}),
  status: z._default(z.enum(['active', 'suspended']), 'active').register(docs, {
    description:
      'A suspended client takes no new conversations, agents, clients and keys, nor does anything below it',
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
      description: 'The settings with what is inherited from the clients above',
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
  description: 'What is left out gets its default. Type and parent stay as they are.',
  scope: 'clients:write',
  params,
  body: ClientReplacement,
  status: 200,
  response: Client,
  etag: Client,
  errors: ['client_not_found'],
});

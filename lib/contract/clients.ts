import * as z from 'zod/mini';
import {
  IssuingTerms,
  IssuingTermsPatch,
  Party,
  PartyPatch,
  TaxTerms,
  TaxTermsPatch,
} from './billing-terms.ts';
import { AnalysisSettings, Branding, CallerLimits, ClientSettings, Quotas } from './client-settings.ts';
import {
  atMost,
  Currency,
  described,
  docs,
  ExternalId,
  entity,
  enumeration,
  Flag,
  id,
  label,
  Metadata,
  MetadataPatch,
  object,
  openShape,
  orNull,
  patched,
  removable,
  sentBack,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { listQuery, pageOf, UpdatedAfter } from './page.ts';
import type { Scope } from './route.ts';
import { created, entityOf, route } from './route.ts';
import { setFromAbove } from './set-from-above.ts';

export const ClientType = enumeration(
  'OrganizationType',
  ['reseller', 'client', 'subcompany', 'location'],
  'The level of an organization in the hierarchy',
);
export type ClientType = z.output<typeof ClientType>;

export const BillingInfo = openShape(
  {
    email: described(z.optional(z.email().check(z.maxLength(254))), 'The address that invoices are sent to'),
    currency: described(
      z.optional(Currency),
      'The currency of invoices: an ISO 4217 code. Only a key of an organization above can change it',
    ).register(setFromAbove),
    plan: described(
      z.optional(text(100)),
      'The name of the plan. Only a key of an organization above can change it',
    ).register(setFromAbove),
    external_id: described(
      z.optional(text(255)),
      'The customer’s id in your billing system. Only a key of an organization above can change it',
    ).register(setFromAbove),
    party: described(
      z.optional(Party),
      'The organization as its statements name it, those that it receives and those that it issues',
    ),
    tax: described(
      z.optional(TaxTerms),
      'The tax on what the organization is billed, in place of the tax that the issuer charges by default. Only a key of an organization above can change it and, while there is a subscription, only one of its issuer or of an organization above the issuer',
    ).register(setFromAbove),
    issuing: described(
      z.optional(IssuingTerms),
      'The terms of the statements that the organization issues: those of subscriptions to its plans',
    ),
  },
  16_384,
).register(docs, {
  id: 'BillingInfo',
  description: 'Information for billing. You can store further fields, which are returned unchanged',
});

const ClientStatus = enumeration(
  'OrganizationStatus',
  ['active', 'suspended'],
  'Whether an organization may create anything: `suspended` stops new conversations, agents, documents, organizations and API keys, and messages of webhooks that are sent again on request, for the organization and its descendants. Calls that voice providers report meanwhile become conversations when the suspension ends',
);

const writable = {
  name: described(label(200), 'The organization’s name'),
  settings: z._default(ClientSettings, {}),
  billing_info: z._default(BillingInfo, {}),
  status: z._default(ClientStatus, 'active'),
  external_id: described(
    orNull(ExternalId),
    'The id that the organization above has given to this one, unique below the same parent; null if there is none',
  ),
  metadata: z._default(Metadata, {}),
};

const test =
  'Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above';

const TestInput = z._default(z.boolean(), false).register(docs, {
  description: `${test}. It cannot be changed later. In an organization for tests, it is always true. Below an organization that is billed, only the issuer of its statements and organizations above the issuer can set it, because it takes conversations out of the bill`,
});

export const Client = object(
  'Organization',
  'An organization: a reseller, a client, a subcompany or a location',
  {
    ...entity('client'),
    ...writable,
    test: described(z.boolean(), test),
    type: ClientType,
    parent_id: z
      .nullable(id('client'))
      .register(docs, { description: 'The organization directly above; null at the top of the hierarchy' }),
    effective_settings: described(
      ClientSettings,
      'The settings in effect: the organization’s own and those that it inherits',
    ),
  },
);
export type Client = z.output<typeof Client>;

export const ClientItem = z
  .omit(Client, {
    settings: true,
    billing_info: true,
    effective_settings: true,
    metadata: true,
  })
  .register(docs, { id: 'OrganizationItem', description: 'An organization as it appears in a list' });
export type ClientItem = z.output<typeof ClientItem>;

export const ClientList = pageOf('OrganizationList', ClientItem);

export const ClientInput = z
  .strictObject({
    ...writable,
    test: TestInput,
    type: ClientType,
    parent_id: z.optional(z.nullable(id('client'))).register(docs, {
      description:
        'The organization directly above; by default the API key’s own. It cannot be changed later',
    }),
  })
  .check(atMost(65_536))
  .register(docs, { id: 'OrganizationInput', description: 'A new organization' });
export type ClientInput = z.output<typeof ClientInput>;

export const SubcompanyInput = z
  .strictObject({
    ...writable,
    test: TestInput,
    type: z._default(
      enumeration(
        'SubcompanyType',
        ['subcompany', 'location'],
        'The level of an organization below a client',
      ),
      'subcompany',
    ),
  })
  .check(atMost(65_536))
  .register(docs, { id: 'SubcompanyInput', description: 'A new subcompany or location' });

export const ClientReplacement = z
  .strictObject({
    ...sentBack(Client),
    ...writable,
    status: z.optional(ClientStatus).register(setFromAbove).register(docs, {
      description:
        'Whether the organization may create anything. Only a key of an organization above can change it; absent in a request with such a key, it is `active`',
    }),
    external_id: z.optional(z.nullable(ExternalId)).register(setFromAbove).register(docs, {
      description:
        'The id that the organization above has given to this one. Only a key of an organization above can change it; absent in a request with such a key, it is null',
    }),
    type: z
      .optional(ClientType)
      .register(docs, { description: 'The level; a value other than the current one is refused' }),
    test: z.optional(z.boolean()).register(docs, {
      description: 'Whether it is for tests; a value other than the current one is refused',
    }),
    parent_id: z.optional(z.nullable(id('client'))).register(docs, {
      description: 'The organization directly above; a value other than the current one is refused',
    }),
  })
  .check(atMost(65_536))
  .register(docs, {
    id: 'OrganizationReplacement',
    description: 'Everything that can be changed of an organization. An absent field is reset to its default',
  });
export type ClientReplacement = z.output<typeof ClientReplacement>;

const {
  timezone,
  locale,
  retention_days,
  active_timeout_minutes,
  rate_limit,
  recording_enabled,
  record_calls,
  disclosure_required,
  call_prefixes,
  costs_shown,
  analyzers_excluded,
} = ClientSettings.shape;

const AnalysisSettingsPatch = strictObject(
  'AnalysisSettingsPatch',
  'The settings to change; null removes one',
  {
    enabled: removable(AnalysisSettings.shape.enabled),
    tokens_per_month: removable(AnalysisSettings.shape.tokens_per_month),
  },
);

const QuotasPatch = strictObject('QuotasPatch', 'The quotas to change; null removes one', {
  agents: removable(Quotas.shape.agents),
  api_keys: removable(Quotas.shape.api_keys),
  children: removable(Quotas.shape.children),
  agent_tests_per_day: removable(Quotas.shape.agent_tests_per_day),
  calls_per_day: removable(Quotas.shape.calls_per_day),
  chat_messages_per_day: removable(Quotas.shape.chat_messages_per_day),
  open_chats: removable(Quotas.shape.open_chats),
  model_tokens_per_day: removable(Quotas.shape.model_tokens_per_day),
  listening_minutes_per_day: removable(Quotas.shape.listening_minutes_per_day),
  spoken_characters_per_day: removable(Quotas.shape.spoken_characters_per_day),
  open_calls: removable(Quotas.shape.open_calls),
  call_minutes_per_day: removable(Quotas.shape.call_minutes_per_day),
});

const CallerLimitsPatch = strictObject('CallerLimitsPatch', 'The limits to change; null removes one', {
  open_calls: removable(CallerLimits.shape.open_calls),
  call_minutes_per_day: removable(CallerLimits.shape.call_minutes_per_day),
  model_tokens_per_day: removable(CallerLimits.shape.model_tokens_per_day),
  transfers_per_day: removable(CallerLimits.shape.transfers_per_day),
});

const BrandingPatch = strictObject('BrandingPatch', 'The branding to change; null removes a field', {
  name: removable(Branding.shape.name),
  logo: removable(Branding.shape.logo),
  accent_color: patched(Branding.shape.accent_color.def.innerType).register(docs, {
    description: 'The color of buttons and links, such as `#0f766e`',
    maxLength: 7,
  }),
  domain: patched(Branding.shape.domain.def.innerType).register(docs, {
    description: 'The domain of the console, whose TXT record must exist when it is set',
    maxLength: 253,
  }),
});

const SettingsPatch = openShape(
  {
    timezone: removable(timezone),
    locale: removable(locale),
    retention_days: removable(retention_days),
    active_timeout_minutes: removable(active_timeout_minutes),
    rate_limit: described(patched(rate_limit.def.innerType), 'A limit on requests; null removes it'),
    quotas: described(patched(QuotasPatch), 'The quotas to change; null removes all of them'),
    caller_limits: described(patched(CallerLimitsPatch), 'The limits to change; null removes all of them'),
    branding: described(
      patched(BrandingPatch),
      'The branding to change; null removes all of it, so that it is inherited',
    ),
    recording_enabled: removable(recording_enabled),
    record_calls: removable(record_calls),
    disclosure_required: removable(disclosure_required),
    call_prefixes: removable(call_prefixes),
    costs_shown: removable(costs_shown),
    analysis: described(
      patched(AnalysisSettingsPatch),
      'The settings of analysis to change; null removes all',
    ),
    analyzers_excluded: removable(analyzers_excluded),
  },
  16_384,
).register(docs, {
  id: 'OrganizationSettingsPatch',
  description: 'The settings to change; null removes one',
});

const { email, currency, plan, external_id } = BillingInfo.shape;

const BillingInfoPatch = openShape(
  {
    party: described(patched(PartyPatch), 'The names to change; null removes all of them'),
    tax: described(patched(TaxTermsPatch), 'The tax to change; null removes it'),
    issuing: described(patched(IssuingTermsPatch), 'The terms to change; null removes all of them'),
    email: removable(email),
    currency: removable(currency),
    plan: removable(plan),
    external_id: removable(external_id),
  },
  16_384,
).register(docs, {
  id: 'BillingInfoPatch',
  description: 'The billing information to change; null removes a field',
});

export const ClientPatch = z
  .strictObject({
    name: z.optional(writable.name),
    settings: described(patched(SettingsPatch), 'The settings to change; null removes one'),
    billing_info: described(patched(BillingInfoPatch), 'The billing information to change'),
    status: described(
      z.optional(ClientStatus),
      'Whether the organization may create anything. Only a key of an organization above can change it',
    ),
    external_id: described(
      patched(ExternalId),
      'The id that the organization above has given to this one. Only a key of an organization above can change it; null removes it',
    ),
    metadata: described(patched(MetadataPatch), 'Your own keys to set; null removes one'),
  })
  .check(atMost(65_536))
  .register(docs, {
    id: 'OrganizationPatch',
    description: 'A merge patch (RFC 7396) for an organization',
  });

const name = z.optional(text(200)).register(docs, {
  description: 'Only organizations whose name begins with this text, ignoring case and accents',
});

/** The filter of lists of organizations. */
export const ExternalIdFilter = z.optional(ExternalId).register(docs, {
  description: 'Only the organization with this `external_id`: at most one below each organization',
});

export const list = route('GET /v1/clients', {
  summary: 'List organizations, newest first',
  description: 'Lists the API key’s own organization and its descendants at every level.',
  scope: 'clients:read',
  query: z.strictObject({
    ...listQuery,
    updated_after: UpdatedAfter,
    parent_id: z
      .optional(id('client'))
      .register(docs, { description: 'Only organizations directly below this one' }),
    type: z.optional(ClientType).register(docs, { description: 'Only organizations of this type' }),
    name,
    external_id: ExternalIdFilter,
  }),
  response: ClientList,
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/clients', {
  summary: 'Create an organization',
  description:
    'Creates an organization. A reseller is at the top of the hierarchy, a client at the top or below a reseller, a subcompany or location below a client or a subcompany. The hierarchy has at most eight levels.',
  scope: 'clients:write',
  audit: 'client.created',
  body: ClientInput,
  ...created('/v1/clients/{id}', Client),
  errors: ['client_not_found', 'client_suspended', 'invalid_parent', 'quota_exceeded', 'external_id_exists'],
});

export const get = route('GET /v1/clients/{client_id}', {
  summary: 'Get an organization',
  description: 'Returns the organization with its own settings and the settings in effect.',
  scope: 'clients:read',
  ...entityOf(Client),
});

export const replace = route('PUT /v1/clients/{client_id}', {
  summary: 'Replace an organization',
  description:
    'Replaces everything that can be changed of an organization. An absent field is reset to its default. Type and parent cannot be changed. Status, limits, retention, recording, allowed calls, shown costs, currency, plan, `external_id` and `billing_info.external_id` can be changed only with a key of an organization above; with the organization’s own key they stay as they are when absent, and another value is refused. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`.',
  scope: 'clients:write',
  audit: 'client.updated',
  body: ClientReplacement,
  ...entityOf(Client),
  errors: ['client_erasing', 'external_id_exists', 'domain_not_verified', 'domain_taken'],
});

export const update = route('PATCH /v1/clients/{client_id}', {
  summary: 'Update an organization',
  description:
    'Changes the fields that are sent: null removes a value, and objects are merged. A patch that changes nothing leaves the version as it is. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`.',
  scope: 'clients:write',
  audit: 'client.updated',
  body: ClientPatch,
  ...entityOf(Client),
  errors: ['client_erasing', 'external_id_exists', 'domain_not_verified', 'domain_taken'],
});

const count = z.int().check(z.minimum(0));

export const OrganizationErasure = object(
  'OrganizationErasure',
  'The progress of the erasure of an organization',
  {
    client_id: id('client', 'The organization’s id'),
    status: enumeration(
      'OrganizationErasureStatus',
      ['dry_run', 'erasing'],
      'Whether the organization is being erased; `dry_run`: nothing was changed',
    ),
    started_at: z
      .nullable(Timestamp)
      .register(docs, { description: 'When the erasure began; null in a dry run of one that has not begun' }),
    remaining: object('OrganizationContents', 'The number of entities that are still to be erased', {
      organizations: described(count, 'The organization and its descendants'),
      api_keys: described(count, 'Their API keys'),
      agents: described(count, 'Their agents, each with its versions and documents'),
      conversations: described(count, 'Their conversations, each with its transcript and recording'),
    }),
    has_more: z.boolean().register(docs, {
      description: 'Whether more is left than `remaining` shows: counting stops after about 50,000 entries',
    }),
  },
);
export type OrganizationErasure = z.output<typeof OrganizationErasure>;

/** The scope for erasing each kind of entity. Erasing an organization requires all of them. */
export const scopesOfErasure = {
  api_keys: 'keys:write',
  // People's access is to the API as that of keys, and keys from before people could sign in erase as they
  // did.
  invitations: 'keys:write',
  members: 'keys:write',
  connections: 'keys:write',
  webhooks: 'webhooks:write',
  integrations: 'integrations:write',
  tool_servers: 'integrations:write',
  exports: 'exports:write',
  conversations: 'conversations:erase',
  widgets: 'agents:write',
  agents: 'agents:write',
  plans: 'billing:write',
  test_runs: 'tests:write',
  test_suites: 'tests:write',
  scenarios: 'tests:write',
  analysis_runs: 'analysis:write',
  analyzers: 'analysis:write',
} as const satisfies Readonly<Record<string, Scope>>;

/**
 * The settings that erase or end conversations. A change that makes them do so earlier requires the scope.
 */
export const scopesOfSettings = {
  retention_days: 'conversations:erase',
  active_timeout_minutes: 'conversations:write',
} as const satisfies Partial<Record<keyof ClientSettings, Scope>>;

export const erase = route('DELETE /v1/clients/{client_id}', {
  summary: 'Erase an organization and its descendants',
  description:
    'Suspends the organization immediately, and then erases everything that the organization and its descendants own: API keys first, then conversations with their recordings, agents, and the organizations themselves. This cannot be undone. Figures in statements stay. Repeat the request to see the progress. When nothing is left, a minute after the start at the earliest, the answer is 404. The request requires a key of an organization above. Because everything is erased, the key also needs the scopes `agents:write`, `analysis:write`, `billing:write`, `conversations:erase`, `exports:write`, `integrations:write`, `keys:write`, `tests:write` and `webhooks:write`; a dry run does not.',
  scope: 'clients:write',
  audit: 'client.erased',
  query: z.strictObject({
    dry_run: described(
      z.optional(Flag),
      'With `true`, nothing is erased, and the answer counts what would be erased',
    ),
  }),
  status: 202,
  response: OrganizationErasure,
  etag: Client,
  errors: ['ancestor_key_required'],
});

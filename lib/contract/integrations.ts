import * as z from 'zod/mini';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  object,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  text,
} from './fields.ts';
import { anyOf, expandsFew, listQuery, ofOrganization, pagesOf } from './page.ts';
import { created, entityOf, route } from './route.ts';

/** The supported voice providers. Each has a folder in `lib/providers`. */
export const providerNames = ['elevenlabs', 'vapi', 'retell'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The telephone companies whose calls agents of the platform answer by themselves. */
export const carrierNames = ['twilio', 'telnyx'] as const;
export type CarrierName = (typeof carrierNames)[number];

/** Those who recognize the speech of pages for agents of the platform. */
export const recognizerNames = ['deepgram'] as const;
export type RecognizerName = (typeof recognizerNames)[number];

/** Everyone at whom an organization may connect an account. */
export type AccountProvider = ProviderName | CarrierName | RecognizerName;

export const isHostName = (provider: AccountProvider): provider is ProviderName =>
  (providerNames as readonly string[]).includes(provider);

export const isCarrier = (provider: string): provider is CarrierName =>
  (carrierNames as readonly string[]).includes(provider);

export const isRecognizer = (provider: AccountProvider): provider is RecognizerName =>
  (recognizerNames as readonly string[]).includes(provider);

export const Provider = enumeration(
  'Provider',
  [...providerNames, ...carrierNames, ...recognizerNames],
  'The voice provider, whose agents hold calls; the telephone company, whose calls agents of the platform answer; or `deepgram`, which recognizes what people say to them in pages',
);

const Verification = enumeration(
  'Verification',
  ['secret_header', 'bearer', 'hmac'],
  'The proof that a webhook is from Vapi. `secret_header`: the secret in `X-Vapi-Secret`; `bearer`: as a bearer token; `hmac`: a signature in `X-Signature` over the body and the time. Use `hmac` if you can: with the others, whoever has seen one webhook can send any other',
);

/** The provider's id of an agent: visible ASCII characters. */
export const ProviderAgentId = z
  .string()
  .check(z.regex(/^[!-~]{1,256}$/, 'must be 1 to 256 visible ASCII characters'))
  .register(docs, { description: 'The agent’s id at the provider', maxLength: 256 });

export const AgentMapping = strictObject(
  'AgentMapping',
  'Maps a provider’s agent to an agent. Conversations belong to the agent’s organization',
  {
    provider_agent_id: ProviderAgentId,
    agent_id: id('agent', 'The agent of the organization, or of one of its descendants'),
  },
);
export type AgentMapping = z.output<typeof AgentMapping>;

const AccountId = z
  .string()
  .check(
    z.regex(/^AC[0-9a-f]{32}$/, 'must be the SID of an account, such as `AC` with 32 hexadecimal digits'),
  )
  .register(docs, { maxLength: 34 });

const differentIds = (mappings: readonly AgentMapping[]): boolean =>
  new Set(mappings.map(({ provider_agent_id }) => provider_agent_id)).size === mappings.length;

/** The maximum number of mappings of an integration. */
export const maxMappings = 500;

const Mappings = z
  .array(AgentMapping)
  .check(z.maxLength(maxMappings), z.refine(differentIds, 'must name each agent of the provider once'));

const Secret = z
  .string()
  .check(z.regex(/^[!-~]{8,500}$/, 'must be 8 to 500 visible ASCII characters'))
  .register(docs, { maxLength: 500 });

const IntegrationStatus = enumeration(
  'IntegrationStatus',
  ['active', 'failing', 'disabled'],
  'Whether the integration works. `failing`: the provider refuses requests or cannot be reached; `disabled`: webhooks are refused, nothing is fetched, and the tokens of deployments are not accepted',
);

export const Integration = object(
  'Integration',
  'An account at a voice provider, whose calls become conversations',
  {
    ...entity('intg'),
    client_id: id('client', 'The organization that the integration belongs to'),
    created_by: createdBy('integration'),
    provider: Provider,
    name: described(text(200), 'The integration’s name, for people'),
    account_id: described(
      z.nullable(AccountId),
      'The account’s id at the provider: the account SID of Twilio; null for all others',
    ),
    api_key_hint: described(
      z.nullable(text(4)),
      'The last four characters of the API key; null if none is set',
    ),
    verification: described(
      z.nullable(Verification),
      'The method that verifies webhooks; null unless the provider is Vapi',
    ),
    agents: described(Mappings, 'The mapping of the provider’s agents to agents of the platform'),
    status: IntegrationStatus,
    status_detail: described(
      z.nullable(text(500)),
      'The reason why the integration fails; null unless it does',
    ),
    webhook_url: z.url().register(docs, {
      description: 'The URL to set at the provider for its webhooks. Deepgram sends none',
      maxLength: 500,
    }),
  },
);
export type Integration = z.output<typeof Integration>;

const ItemExpansion = enumeration(
  'IntegrationItemExpansion',
  ['parked_events'],
  'Additional fields of the integrations in a list',
);

/** The most parked events that are counted for an integration. */
export const maxParkedEvents = 100;

export const IntegrationItem = z
  .extend(z.omit(Integration, { agents: true, metadata: true, webhook_url: true, account_id: true }), {
    parked_events: z.optional(z.int().check(z.minimum(0), z.maximum(maxParkedEvents))).register(docs, {
      description:
        'The number of parked events, for example of an agent that is not mapped; at most 100, even if there are more. Included only with `expand=parked_events`',
    }),
  })
  .register(docs, {
    id: 'IntegrationItem',
    description: 'An integration as it appears in a list',
  });
export type IntegrationItem = z.output<typeof IntegrationItem>;

const writable = {
  name: described(text(200), 'The integration’s name, for people'),
  verification: described(
    orNull(Verification),
    'The method that verifies webhooks, for Vapi only; `secret_header` if absent',
  ),
  agents: described(
    z._default(Mappings, []),
    'The mapping of the provider’s agents, or of numbers at Twilio, to agents of the platform',
  ),
  status: z._default(IntegrationStatus, 'active').register(docs, {
    description:
      '`disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out',
  }),
  metadata: z._default(Metadata, {}),
};

const secrets = {
  api_key:
    'The API key of the account at the provider, or the auth token at Twilio. It is stored encrypted and cannot be read again',
  webhook_secret:
    'The secret that the provider signs webhooks with, the public key of the account at Telnyx, or the secret of a shared key at Twilio, with which a webhook rule lets it sign in place of the auth token. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again',
};

export const IntegrationInput = strictObject('IntegrationInput', 'A new integration', {
  ...writable,
  client_id: z.optional(id('client')).register(docs, {
    description: 'The organization that the integration belongs to; by default the API key’s own',
  }),
  provider: Provider,
  account_id: described(orNull(AccountId), 'The account SID; required for Twilio, and null for all others'),
  api_key: described(orNull(Secret), secrets.api_key),
  webhook_secret: described(orNull(Secret), secrets.webhook_secret),
});
export type IntegrationInput = z.output<typeof IntegrationInput>;

const kept = ' Absent: it stays; null removes it';

export const IntegrationReplacement = strictObject(
  'IntegrationReplacement',
  'Everything that can be changed of an integration. An absent field is reset to its default, but a secret stays',
  {
    ...sentBack(Integration),
    ...writable,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'The organization; a value other than the current one is refused' }),
    provider: z
      .optional(Provider)
      .register(docs, { description: 'The provider; a value other than the current one is refused' }),
    account_id: z
      .optional(z.nullable(AccountId))
      .register(docs, { description: 'The account SID; a value other than the current one is refused' }),
    api_key: described(z.optional(z.nullable(Secret)), `${secrets.api_key}.${kept}`),
    webhook_secret: described(
      z.optional(z.nullable(Secret)),
      `${secrets.webhook_secret}.${kept}. The previous one remains valid for a day`,
    ),
  },
);
export type IntegrationReplacement = z.output<typeof IntegrationReplacement>;

export const IntegrationPatch = strictObject(
  'IntegrationPatch',
  'A merge patch (RFC 7396) for an integration',
  {
    ...patchOf(writable),
    api_key: IntegrationReplacement.shape.api_key,
    webhook_secret: IntegrationReplacement.shape.webhook_secret,
  },
);
export type IntegrationPatch = z.output<typeof IntegrationPatch>;

/** The path parameters of everything that belongs to an integration. */
export const integrationParams = { integration_id: id('intg', 'The integration’s id') };

export const list = route('GET /v1/integrations', {
  summary: 'List integrations, newest first',
  description: 'Lists the integrations of an organization and its descendants, without their mappings.',
  scope: 'integrations:read',
  query: z
    .strictObject({
      ...listQuery,
      client_id: ofOrganization('integrations'),
      expand: anyOf(
        ItemExpansion,
        'With `parked_events`, each item has the number of its parked events. `limit` is then at most 50',
      ),
    })
    .check(expandsFew),
  ...pagesOf('IntegrationList', IntegrationItem),
  errors: ['client_not_found'],
});

export const create = route('POST /v1/integrations', {
  summary: 'Connect an account at a voice provider',
  description:
    'The API key is verified at the provider before it is stored. Set the `webhook_url` of the answer at the provider. The provider’s calls then become conversations of the mapped agents. A platform key must send `client_id`, because the platform itself owns no agents.',
  scope: 'integrations:write',
  audit: 'integration.created',
  body: IntegrationInput,
  waits: true,
  ...created('/v1/integrations/{id}', Integration),
  errors: ['client_not_found', 'client_suspended'],
});

export const get = route('GET /v1/integrations/{integration_id}', {
  summary: 'Get an integration',
  description: 'Returns the integration with its mappings, without its secrets.',
  scope: 'integrations:read',
  ...entityOf(Integration),
});

export const replace = route('PUT /v1/integrations/{integration_id}', {
  summary: 'Replace an integration',
  description:
    'Replaces everything that can be changed. An absent field is reset to its default; an absent secret stays as it is. Events that were parked because an agent was not mapped are processed again once it is.',
  scope: 'integrations:write',
  audit: 'integration.updated',
  body: IntegrationReplacement,
  waits: true,
  ...entityOf(Integration),
});

export const update = route('PATCH /v1/integrations/{integration_id}', {
  summary: 'Update an integration',
  description:
    'Changes the fields that are sent: null resets one to its default or removes a secret, and `agents` is replaced as a whole. A patch that changes nothing leaves the version as it is.',
  scope: 'integrations:write',
  audit: 'integration.updated',
  body: IntegrationPatch,
  waits: true,
  ...entityOf(Integration),
});

export const remove = route('DELETE /v1/integrations/{integration_id}', {
  summary: 'Disconnect an account at a voice provider',
  description:
    'Removes the integration with its secrets. Conversations stay, and so do the agents at the provider. Those with `runs_on: platform` get no more answers, and numbers that still point here reject calls: disconnect them first. Events that were received expire within 30 days.',
  scope: 'integrations:write',
  audit: 'integration.removed',
  etag: Integration,
});

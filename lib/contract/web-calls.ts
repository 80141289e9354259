import * as z from 'zod/mini';
import { CallVariables } from './calls.ts';
import { described, docs, enumeration, id, object, strictObject, Timestamp, text } from './fields.ts';
import { providerNames } from './integrations.ts';
import { route } from './route.ts';

const WebCallInput = strictObject('WebCallInput', 'A call from a page', {
  integration_id: id('intg', 'The account at the provider that holds the call'),
  variables: z._default(CallVariables, {}),
});

const WebCallProvider = enumeration(
  'WebCallProvider',
  providerNames,
  'The provider whose browser library the page joins with',
);

const WebCall = object('WebCall', 'The means by which a page joins a call', {
  provider: WebCallProvider,
  call_id: described(
    z.nullable(text(256)),
    'The provider’s id of the call; null if it names the call only once a page has joined',
  ),
  conversation_id: z.nullable(id('conv')).register(docs, {
    description:
      'The conversation of the call; null if it appears only when the call is reported, as it does at ElevenLabs',
  }),
  url: z.nullable(z.url()).register(docs, {
    description:
      'The address that the page gives to the library of ElevenLabs (`signedUrl`) or Vapi (`webCallUrl`); null at Retell',
    maxLength: 4096,
  }),
  token: described(
    z.nullable(text(4096)),
    'The token that the page gives to the library of Retell (`accessToken`); null at the others',
  ),
  variables: described(
    CallVariables,
    'The values that the page must hand over itself (`dynamicVariables` at ElevenLabs); empty where the provider has them',
  ),
  expires_at: described(Timestamp, 'When the page can no longer join, by the provider’s documentation'),
});

export const create = route('POST /v1/agents/{agent_id}/web-calls', {
  summary: 'Begin a call in a page',
  description:
    'Asks the provider’s agent that this agent is deployed or mapped to for a call that a page joins with the provider’s own library. The answer opens this call alone, never the account. At Vapi and Retell, the conversation of the call exists when this answers, before anybody has joined: `conversation.started` says no more. The provider’s reports complete it. If nobody joins, it ends as `completed` with the `end_reason` `not_joined`, without minutes: once the provider reports that, or with `active_timeout_minutes` if it reports nothing. At ElevenLabs, which names a call only once a page has joined, the conversation appears when it is reported. Web calls are counted against `quotas.calls_per_day` like placed ones, before the provider is asked, unless it refuses; further ones get 429 `rate_limited`. Each request begins another call. At Vapi, an agent whose deployment has `runs_on: platform` does not get `variables`.',
  scope: 'calls:write',
  body: WebCallInput,
  changesNothing: true,
  waits: true,
  holdsLink: true,
  audit: 'web_call.created',
  response: WebCall,
  errors: [
    'agent_not_deployed',
    'integration_not_found',
    'integration_disabled',
    'integration_without_key',
    'provider_not_supported',
    'client_suspended',
    'usage_limit_reached',
    'provider_refused',
    'provider_unavailable',
  ],
});

import * as z from 'zod/mini';
import { ChatState } from './chats.ts';
import { CallControlAction } from './conversations/handling.ts';
import { Conversation, labels, PhoneNumber } from './conversations.ts';
import { described, docs, id, label, orNull, strictObject, text } from './fields.ts';
import { route } from './route.ts';

const VariableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name of letters, digits and "_"'))
  .register(docs, { maxLength: 64 });

export const CallVariables = z
  .record(VariableName, z.string().check(z.maxLength(1000)))
  .check(z.refine((variables) => Object.keys(variables).length <= 50, 'must have at most 50 names'))
  .register(docs, {
    id: 'CallVariables',
    description: 'Values for `{{name}}` in the agent’s texts: at most 50, by name',
  });

export const CallInput = strictObject('CallInput', 'A call to make', {
  integration_id: id('intg', 'The account at the provider that calls'),
  to: described(PhoneNumber, 'The number to call, in E.164 form'),
  from: described(
    orNull(PhoneNumber),
    'The account’s number to call from, in E.164 form; by default its only one',
  ),
  variables: z._default(CallVariables, {}),
  ...labels,
});
export type CallInput = z.output<typeof CallInput>;

export const create = route('POST /v1/agents/{agent_id}/calls', {
  summary: 'Place an outbound call',
  description:
    'Calls a number with the provider’s agent that this agent is deployed or mapped to. The answer is the conversation, which is active immediately. The call is placed a moment later, at most once, and not after five minutes. With an `Idempotency-Key`, a repeated request places no second call; neither does one with the same `external_id`, which is refused with `external_id_exists`. The number must begin with one of the organization’s `call_prefixes`, if there are any. Calls are counted against `quotas.calls_per_day` of the organization and those above; further ones get 429 `rate_limited`. A call at a carrier takes one of `quotas.open_calls` as well, or gets 409 `quota_exceeded`, and minutes of `quotas.call_minutes_per_day`. A call that the provider refuses ends the conversation as `failed`, with the reason in `provider.metadata.call_error`. While the phone rings of somebody who is called through Twilio, `provider.metadata.call_state` is `ringing`.',
  scope: 'calls:write',
  body: CallInput,
  audit: 'call.placed',
  status: 202,
  response: Conversation,
  errors: [
    'agent_not_deployed',
    'integration_not_found',
    'integration_disabled',
    'integration_without_key',
    'client_suspended',
    'usage_limit_reached',
    'external_id_exists',
    'quota_exceeded',
    'rate_limited',
  ],
});

const CallControl = strictObject('CallControl', 'An intervention in a call', {
  action: CallControlAction,
  text: described(
    orNull(text(1000)),
    'The words to speak, or the instruction; only with `say` and `instruct`',
  ),
  author: orNull(label(100)).register(docs, {
    description:
      'The name of the person whose words they are, which the transcript shows; only with `say` and `instruct`, where an API key must send it. People who have signed in must not: they speak in their own name',
  }),
  to: described(orNull(PhoneNumber), 'The number at which the call goes on; only with `transfer`'),
});
export type CallControl = z.output<typeof CallControl>;

export const control = route('POST /v1/conversations/{conversation_id}/control', {
  summary: 'Intervene in a call',
  description:
    'Ends a call that this platform holds, transfers it, or speaks in it in place of the agent, who goes on with the caller’s next words. The number of a transfer must begin with one of the organization’s `call_prefixes`, if there are any, and the transfer counts toward `quotas.calls_per_day`. A call that Vapi holds is controlled at Vapi, and one that Retell holds is ended or instructed there: `end` takes effect when the provider reports the end, and the transcript is the provider’s. With an `Idempotency-Key`, the provider is asked at most once, unless it surely did not carry the order out. `provider_not_supported` refuses what a provider cannot do, and `not_a_live_call` all other calls.',
  scope: 'calls:write',
  audit: 'call.controlled',
  tool: true,
  waits: true,
  body: CallControl,
  status: 202,
  response: ChatState,
  errors: [
    'not_a_live_call',
    'conversation_ended',
    'client_suspended',
    'integration_disabled',
    'integration_without_key',
    'provider_not_supported',
    'provider_refused',
    'provider_unavailable',
    'rate_limited',
  ],
});

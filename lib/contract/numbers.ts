import * as z from 'zod/mini';
import { PhoneNumber } from './conversations.ts';
import { described, enumeration, id, object, strictObject, text } from './fields.ts';
import { integrationParams } from './integrations.ts';
import { route } from './route.ts';

const AccountNumberStatus = enumeration(
  'AccountNumberStatus',
  ['connected', 'free', 'elsewhere', 'on_trunk', 'without_voice'],
  'The place to which the calls of the number go. `connected`: to the agent; `free`: nowhere; `elsewhere`: to another address or application, which connecting replaces; `on_trunk`: to a SIP trunk, so that the number cannot be connected; `without_voice`: the number takes no calls',
);

export const AccountNumber = object('AccountNumber', 'A telephone number of an account', {
  number: described(PhoneNumber, 'The number in E.164 form'),
  name: described(z.nullable(text(200)), 'The name of the number at the provider; null if it has none'),
  agent_id: described(
    z.nullable(id('agent')),
    'The agent to which the number is mapped: it answers its calls if the status is `connected`; null: none',
  ),
  status: AccountNumberStatus,
});
export type AccountNumber = z.output<typeof AccountNumber>;

/** The most numbers that are listed: a page of Twilio. */
export const maxNumbers = 1000;

export const AccountNumberInput = strictObject('AccountNumberInput', 'The agent that answers a number', {
  agent_id: id('agent', 'The agent of the integration’s organization, or of one of its descendants'),
});

const params = z.strictObject({
  ...integrationParams,
  number: described(PhoneNumber, 'The number in E.164 form'),
});

const errors = [
  'integration_disabled',
  'integration_without_key',
  'provider_not_supported',
  'provider_refused',
  'provider_unavailable',
] as const;

export const list = route('GET /v1/integrations/{integration_id}/numbers', {
  summary: 'List the numbers of an account',
  description:
    'Asks the provider for the telephone numbers of the account, at most 1,000, in their order, and says which agent answers each. Only for Twilio.',
  scope: 'integrations:read',
  waits: true,
  response: object('AccountNumberList', 'The telephone numbers of an account', {
    data: described(z.array(AccountNumber).check(z.maxLength(maxNumbers)), 'The numbers'),
  }),
  errors,
});

export const connect = route('PUT /v1/integrations/{integration_id}/numbers/{number}', {
  summary: 'Connect a number with an agent',
  description:
    'Sets the voice URL and the status callback of the number at the provider, and maps the number to the agent. What they were is kept for `DELETE`. A repeated request changes nothing, and another agent only the mapping. A request that failed can be repeated. A number on a SIP trunk, or without voice, is refused with `number_not_connectable`, and one that another integration of the platform has connected with `number_connected`: disconnect it there first.',
  scope: 'integrations:write',
  audit: 'number.connected',
  params,
  body: AccountNumberInput,
  waits: true,
  response: AccountNumber,
  errors: [...errors, 'number_not_found', 'number_not_connectable', 'number_connected'],
});

export const disconnect = route('DELETE /v1/integrations/{integration_id}/numbers/{number}', {
  summary: 'Disconnect a number',
  description:
    'Gives the number its former voice URL and status callback back, or none, and removes its mapping. A number that was pointed elsewhere at the provider stays as it is there. Calls in progress go on.',
  scope: 'integrations:write',
  audit: 'number.disconnected',
  params,
  waits: true,
  errors,
});

import * as z from 'zod/mini';
import { createdBy, described, docs, id, object, orNull, strictObject, Timestamp, text } from './fields.ts';
import { route } from './route.ts';

const versionNumber = z.int().check(z.minimum(1), z.maximum(999_999_999));

const writable = {
  suite_id: id('suite', 'The suite that a version must pass'),
  at_least: z
    ._default(z.number().check(z.minimum(0), z.maximum(1)), 1)
    .register(docs, { description: 'The share of scenarios that must pass; 1 is all of them' }),
  max_age_days: orNull(z.int().check(z.minimum(1), z.maximum(90))).register(docs, {
    description:
      'The days after its beginning for which a passed run opens the gate; null: for as long as the run is kept, 90 days',
  }),
};

const GateInput = strictObject('GateInput', 'The suite that a version must pass before it is used', writable);
export type GateInput = z.output<typeof GateInput>;

const overrideReason = described(text(500), 'Why the version is used although it has not passed');

export const GateOverride = strictObject(
  'GateOverride',
  'Skips the gates of the key’s organization and of those below it',
  { reason: overrideReason },
);

const Overridden = object('GateOverridden', 'The last version that was used although it had not passed', {
  version: versionNumber.register(docs, { description: 'The version' }),
  reason: overrideReason,
  by: createdBy('record'),
  at: described(Timestamp, 'When it was skipped'),
});

export const Gate = object('Gate', 'A suite that versions of an agent must pass', {
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that set the gate; null for the platform',
  }),
  ...writable,
  opened_by: z.nullable(id('trun')).register(docs, {
    description:
      'The run by which the agent’s current version passes, with its current documents and the suite as it is; null if there is none',
  }),
  overridden: z.nullable(Overridden).register(docs, {
    description: 'The last time that the gate was skipped; null if it never was since it was set',
  }),
  updated_at: described(Timestamp, 'When it was last set'),
});
export type Gate = z.output<typeof Gate>;

const live = z.nullable(versionNumber).register(docs, {
  description:
    'The version that chats, calls and the custom LLM speak with; null: the version that was saved last',
});

const AgentGates = object('AgentGates', 'The version that an agent speaks with, and what guards it', {
  agent_id: id('agent', 'The agent'),
  live_version: live,
  gates: z
    .array(Gate)
    .check(z.maxLength(16))
    .register(docs, { description: 'The gates of the agent’s organization and of those above' }),
});
export type AgentGates = z.output<typeof AgentGates>;

export const get = route('GET /v1/agents/{agent_id}/gate', {
  summary: 'Get the gates of an agent',
  description: 'Returns the live version and every gate, also those that organizations above have set.',
  scope: 'gates:read',
  response: AgentGates,
});

export const replace = route('PUT /v1/agents/{agent_id}/gate', {
  summary: 'Set the gate of an agent',
  description:
    'Sets the gate of the key’s organization. A version can then be deployed or made live only after a run of the suite passed with exactly this version, the documents as they are and the suite as it is. An agent without a live version gets its current one, so that saving alone changes nothing that customers meet. Documents have no versions: a changed one counts at once, and the gate is closed for the next version until a run has passed with it.',
  scope: 'gates:write',
  body: GateInput,
  audit: 'gate.updated',
  response: AgentGates,
  errors: ['test_suite_not_found'],
});

export const remove = route('DELETE /v1/agents/{agent_id}/gate', {
  summary: 'Remove the gate of an agent',
  description: 'Removes the gate of the key’s organization. The live version stays.',
  scope: 'gates:write',
  audit: 'gate.removed',
  errors: ['gate_not_found'],
});

export const setLive = route('PUT /v1/agents/{agent_id}/live-version', {
  summary: 'Set the live version of an agent',
  description:
    'Chats, calls and the custom LLM that begin from now on speak with this version. With a gate, the version must have passed its suite. `override` skips the gates of the key’s own organization, is recorded with its reason in `overridden`, and needs the scope `gates:write`; gates from above cannot be skipped. An action of a tool that the version of now lacks needs the same as setting it.',
  scope: 'agents:write',
  body: strictObject('LiveVersionInput', 'The version to speak with', {
    version: z.nullable(versionNumber).register(docs, {
      description:
        'The version; null: always the version that was saved last, which needs an agent without gates',
    }),
    override: z.optional(GateOverride).register(docs, {
      description: 'Skips the gates of the key’s organization and of those below it',
    }),
  }),
  audit: 'agent.live_version_set',
  response: AgentGates,
  errors: ['agent_version_not_found', 'gate_not_passed'],
});

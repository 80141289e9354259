import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, strictObject, Timestamp, text } from './fields.ts';
import { GateOverride } from './gates.ts';
import { Provider } from './integrations.ts';
import { listQuery, pagesOf } from './page.ts';
import { route } from './route.ts';

const DeploymentStatus = enumeration(
  'DeploymentStatus',
  ['current', 'outdated', 'drifted', 'failed'],
  'Whether the provider’s agent matches the agent. `outdated`: the agent or its documents have changed since; `drifted`: the provider’s agent was changed at the provider; `failed`: the provider did not create or remove it completely',
);

const RunsOn = enumeration(
  'DeploymentRunsOn',
  ['provider', 'platform'],
  'The place where the agent’s answers are generated. `provider`: a copy of prompt, flow, knowledge and tools, with a language model of the provider. `platform`: the provider has the voice, and asks the platform for each answer',
);

const NotCarried = object('NotCarried', 'Something of an agent that a provider cannot take over', {
  field: described(text(200), 'The field of the agent, such as `model.max_tokens`'),
  detail: described(text(500), 'Why the provider’s agent does not have it'),
});
export type NotCarried = z.output<typeof NotCarried>;

export const Deployment = object('Deployment', 'A copy of an agent at a provider', {
  id: id('dep', 'The deployment’s id'),
  created_at: described(Timestamp, 'When the agent was first deployed there'),
  updated_at: described(Timestamp, 'When it was last deployed'),
  agent_id: id('agent', 'The agent that is deployed'),
  integration_id: id('intg', 'The integration that the agent is deployed to'),
  provider: Provider,
  provider_agent_id: described(
    z.nullable(text(256)),
    'The agent’s id at the provider; null until the provider’s agent is created',
  ),
  runs_on: RunsOn,
  agent_version: described(z.int().check(z.minimum(1)), 'The version of the agent that was deployed'),
  status: DeploymentStatus,
  status_detail: described(
    z.nullable(text(500)),
    'Why the deployment, or its removal, failed; null otherwise',
  ),
  not_carried: described(
    z.array(NotCarried).check(z.maxLength(1000)),
    'Fields of the agent without a counterpart at the provider',
  ),
});
export type Deployment = z.output<typeof Deployment>;

export const DeploymentInput = strictObject('DeploymentInput', 'The integration to deploy an agent to', {
  integration_id: id('intg', 'The account at the provider: of the agent’s organization, or of one above'),
  version: z.optional(z.int().check(z.minimum(1))).register(docs, {
    description:
      'The version of the agent to deploy, with the current documents; by default the current version. A deployment of an older one is `outdated`',
  }),
  runs_on: z.optional(RunsOn).register(docs, {
    description:
      'The place where the agent’s answers are generated: `platform` for ElevenLabs and Vapi, and requires the scope `chats:write`. By default as in the last deployment, and `provider` for the first',
  }),
  override: z.optional(GateOverride).register(docs, {
    description:
      'Skips the gates of the key’s organization and of those below it, and requires the scope `gates:write`. It is recorded with its reason in the gate',
  }),
});

export const list = route('GET /v1/agents/{agent_id}/deployments', {
  summary: 'List the deployments of an agent',
  description:
    'Lists the deployments of the agent. The list does not call the providers, and so does not show drift. Get a deployment to see that.',
  scope: 'agents:read',
  query: z.strictObject(listQuery),
  ...pagesOf('DeploymentList', Deployment),
});

const providerErrors = ['integration_without_key', 'provider_refused', 'provider_unavailable'] as const;

export const create = route('POST /v1/agents/{agent_id}/deployments', {
  summary: 'Deploy an agent to a provider',
  description:
    'Creates an agent at the provider, or updates the one that an earlier deployment created: prompt, first message, language, voice, model, tools, conversation flow and documents, and the webhook that reports its calls. `not_carried` lists fields without a counterpart at the provider. With `runs_on: platform`, only the voice, the first message, the language and tools without an action go there, and the platform answers as the custom LLM of the provider’s agent, with a token for this deployment only; an action of a tool that neither the live version nor the one deployed there has then needs the same as setting it. Calls of the provider’s agent become conversations of this agent. A request that failed halfway can be repeated: nothing is created twice.',
  scope: 'agents:write',
  audit: 'deployment.created',
  body: DeploymentInput,
  waits: true,
  status: 201,
  location: '/v1/agents/{agent_id}/deployments/{id}',
  response: Deployment,
  errors: [
    'gate_not_passed',
    'agent_version_not_found',
    'integration_not_found',
    'integration_disabled',
    'client_suspended',
    'provider_not_supported',
    'custom_llm_not_supported',
    ...providerErrors,
  ],
});

export const get = route('GET /v1/agents/{agent_id}/deployments/{deployment_id}', {
  summary: 'Get a deployment, compared with the provider’s agent',
  description:
    'Reads the provider’s agent and reports whether it has changed since it was deployed. If the integration was removed, or belongs to an organization above, the answer is that of the list.',
  scope: 'agents:read',
  waits: true,
  response: Deployment,
  errors: ['integration_disabled', ...providerErrors],
});

export const remove = route('DELETE /v1/agents/{agent_id}/deployments/{deployment_id}', {
  summary: 'Remove a deployment',
  description:
    'Ends the token of the deployment at once, and deletes the provider’s agent and everything that was created for it at the provider. If the provider fails, the token has ended anyway, and the request can be repeated. If the integration is disabled or was removed, the deployment is removed without the provider, where the agent remains. The agent itself and its conversations remain. While the agent is being deployed there, the request is refused with `request_in_flight`.',
  scope: 'agents:write',
  audit: 'deployment.removed',
  waits: true,
  errors: ['integration_not_found', ...providerErrors],
});

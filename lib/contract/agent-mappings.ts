import * as z from 'zod/mini';
import { id, strictObject } from './fields.ts';
import { AgentMapping, integrationParams, ProviderAgentId } from './integrations.ts';
import { pageQuery, pagesOf } from './page.ts';
import { route } from './route.ts';

const params = z.strictObject({ ...integrationParams, provider_agent_id: ProviderAgentId });

export const AgentMappingInput = strictObject('AgentMappingInput', 'The agent that a provider’s agent is', {
  agent_id: id('agent', 'The agent of the organization, or of one of its descendants'),
});

export const list = route('GET /v1/integrations/{integration_id}/agents', {
  summary: 'List the mappings of an integration',
  description: 'In the order of the provider’s ids.',
  scope: 'integrations:read',
  query: z.strictObject(pageQuery),
  ...pagesOf('AgentMappingList', AgentMapping),
});

export const replace = route('PUT /v1/integrations/{integration_id}/agents/{provider_agent_id}', {
  summary: 'Map an agent of the provider',
  description:
    'Creates the mapping or replaces its agent, and leaves all other mappings as they are. Parked events of the provider’s agent are processed again. An integration has at most 500 mappings. Encode characters of the provider’s id that a path cannot contain.',
  scope: 'integrations:write',
  audit: 'integration.mapped',
  params,
  body: AgentMappingInput,
  response: AgentMapping,
});

export const remove = route('DELETE /v1/integrations/{integration_id}/agents/{provider_agent_id}', {
  summary: 'Remove a mapping',
  description:
    'Later calls of the provider’s agent are parked until it is mapped again. Its conversations stay.',
  scope: 'integrations:write',
  audit: 'integration.unmapped',
  params,
});

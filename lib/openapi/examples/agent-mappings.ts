import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, integration } from './story.ts';

const mapping = { provider_agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz', agent_id: agent.id };
const { provider_agent_id } = mapping;
const params = { integration_id: integration.id, provider_agent_id };

export const agentMappings: ExamplesOf<'agentMappings'> = {
  list: {
    params: { integration_id: integration.id },
    query: { limit: '20' },
    response: { data: [mapping], ...lastPage },
  },
  replace: { params, body: { agent_id: agent.id }, response: mapping },
  remove: { params },
};

import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, deployment, integration } from './story.ts';

const agentParams = { agent_id: agent.id };
const params = { ...agentParams, deployment_id: deployment.id };

export const deployments: ExamplesOf<'deployments'> = {
  list: { params: agentParams, query: { limit: '20' }, response: { data: [deployment], ...lastPage } },
  create: { params: agentParams, body: { integration_id: integration.id }, response: deployment },
  get: { params, response: { ...deployment, status: 'outdated' } },
  remove: { params },
};

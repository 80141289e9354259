import * as z from 'zod/mini';
import { AgentVersion, AgentVersionItem } from '#lib/contract/agent-versions.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent } from './story.ts';

const params = { agent_id: agent.id };

export const agentVersions: ExamplesOf<'agentVersions'> = {
  list: {
    params,
    query: { limit: '20' },
    response: { data: [z.parse(AgentVersionItem, agent)], ...lastPage },
  },
  get: { params: { ...params, agent_version: '1' }, response: z.parse(AgentVersion, agent) },
  restore: {
    params: { ...params, agent_version: '1' },
    response: { ...agent, updated_at: '2026-11-20T10:05:00.000Z', version: 3 },
  },
};

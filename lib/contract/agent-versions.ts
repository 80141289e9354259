import * as z from 'zod/mini';
import { Agent, AgentItem, agentParams } from './agents.ts';
import { described, docs, Timestamp } from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { entityOf, route } from './route.ts';

export const AgentVersion = z.omit(Agent, { knowledge_base: true }).register(docs, {
  id: 'AgentVersion',
  description: 'An earlier state of an agent, without its documents, which have no versions',
});
export type AgentVersion = z.output<typeof AgentVersion>;

export const AgentVersionItem = z
  .extend(
    z.pick(AgentItem, {
      version: true,
      name: true,
      description: true,
      language: true,
      voice_id: true,
      provider: true,
    }),
    { created_at: described(Timestamp, 'When this version was created') },
  )
  .register(docs, { id: 'AgentVersionItem', description: 'A version of an agent as it appears in a list' });
export type AgentVersionItem = z.output<typeof AgentVersionItem>;

/** A number, but a path has only text. */
export const VersionNumber = z.pipe(
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,8}$/))
    .register(docs, {
      description: 'The version’s number, as in `version`',
      examples: ['1'],
      maxLength: 9,
    }),
  z.transform(Number),
);

const params = z.strictObject({ ...agentParams, agent_version: VersionNumber });

export const list = route('GET /v1/agents/{agent_id}/versions', {
  summary: 'List the versions of an agent, newest first',
  description:
    'Lists one version for the agent’s creation and one for each change. The newest version is the agent’s current state.',
  scope: 'agents:read',
  query: z.strictObject(listQuery),
  ...pagesOf('AgentVersionList', AgentVersionItem),
});

export const get = route('GET /v1/agents/{agent_id}/versions/{agent_version}', {
  summary: 'Get a version of an agent',
  description: 'Returns the whole agent as it was at that version. A version never changes.',
  scope: 'agents:read',
  params,
  ...entityOf(AgentVersion),
});

export const restore = route('POST /v1/agents/{agent_id}/versions/{agent_version}/restore', {
  summary: 'Restore a version of an agent',
  description:
    'Creates a new version with the content of the earlier one; the versions in between are kept, and so is the agent’s current `external_id`. `If-Match` is compared with the agent’s current state.',
  scope: 'agents:write',
  audit: 'agent.restored',
  params,
  ...entityOf(Agent),
  errors: ['precondition_failed'],
});

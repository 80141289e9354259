import * as z from 'zod/mini';
import { Agent, AgentItem, agentParams } from './agents.ts';
import { docs, Timestamp } from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route } from './route.ts';

export const AgentVersion = z.omit(Agent, { knowledge_base: true }).register(docs, {
  id: 'AgentVersion',
  description: 'The agent as it was, but for its documents, which are changed by themselves',
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
    { created_at: z.clone(Timestamp).register(docs, { description: 'When the agent became so' }) },
  )
  .register(docs, { id: 'AgentVersionItem', description: 'A version of an agent as a list shows it' });
export type AgentVersionItem = z.output<typeof AgentVersionItem>;

/** A number, but a path has only text. */
const VersionNumber = z.pipe(
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,8}$/))
    .register(docs, {
      description: 'The number of the version, as in `version`',
      examples: ['1'],
      maxLength: 9,
    }),
  z.transform(Number),
);

const params = z.strictObject({ ...agentParams, agent_version: VersionNumber });

export const list = route('GET /v1/agents/{agent_id}/versions', {
  summary: 'List the versions of an agent, newest first',
  description: 'One for its creation and one for each change since; the newest is the agent as it is.',
  scope: 'agents:read',
  params: z.strictObject(agentParams),
  query: z.strictObject(listQuery),
  status: 200,
  response: pageOf(AgentVersionItem),
  paged: true,
  errors: ['agent_not_found'],
});

export const get = route('GET /v1/agents/{agent_id}/versions/{agent_version}', {
  summary: 'Get one version of an agent',
  description: 'The whole agent as it was, whatever has become of it; a version never changes.',
  scope: 'agents:read',
  params,
  status: 200,
  response: AgentVersion,
  etag: AgentVersion,
  errors: ['agent_not_found', 'agent_version_not_found'],
});

export const restore = route('POST /v1/agents/{agent_id}/versions/{agent_version}/restore', {
  summary: 'Make an agent again what it was',
  description:
    'The same as a PUT of that version: it makes a new version with the old content, so that nothing in between is lost. `If-Match` is compared with the agent as it is.',
  scope: 'agents:write',
  params,
  status: 200,
  response: Agent,
  etag: Agent,
  errors: ['agent_not_found', 'agent_version_not_found', 'precondition_failed'],
});

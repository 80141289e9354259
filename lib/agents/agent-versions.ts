import type { AgentVersionItem } from '#lib/contract/agent-versions.ts';
import { versionsOf } from '#lib/store/versions.ts';
import type { AgentRecord } from './agent-record.ts';
import { agentFromItem, agentItem } from './agent-record.ts';

export const {
  items: versionItems,
  keep: keepVersion,
  find: findVersion,
  list: listVersions,
} = versionsOf<AgentRecord, AgentVersionItem>({
  list: 'versions',
  kind: 'agent_version',
  toItem: agentItem,
  fromItem: agentFromItem,
  shown: ({ updated_at, version, name, description, language, voice_id, provider }) => ({
    version,
    created_at: updated_at,
    name,
    description,
    language,
    voice_id,
    provider,
  }),
});

/** The agent as it speaks with customers: at its live version, if it has one. */
export const liveAgent = async (agent: AgentRecord): Promise<AgentRecord> => {
  const { live_version, version } = agent;
  if (live_version === null || live_version === version) return agent;
  return (await findVersion(agent, live_version)) ?? agent;
};

import type { AgentVersionItem } from '#lib/contract/agent-versions.ts';
import { agentVersionKey, versionSort } from '../keys.ts';
import type { Entry, Page, Paging } from '../lists/listing.ts';
import { entryItems, listEntries } from '../lists/listing.ts';
import { get } from '../operations/get.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';
import type { Item } from '../table.ts';
import type { AgentRecord } from './agent-record.ts';
import { agentFromItem, agentItem } from './agent-record.ts';

const entryOf = (agent: AgentRecord): Entry => {
  const { id, updated_at, version, name, description, language, voice_id, provider } = agent;
  return {
    list: 'versions',
    owners: [id],
    // The clocks of functions may differ, version numbers do not.
    time: versionSort(version),
    id,
    shown: { version, created_at: updated_at, name, description, language, voice_id, provider },
  };
};

/** The items of an agent's version: the whole agent, and the list's entry. */
export const versionItems = (agent: AgentRecord): Item[] => [
  agentItem(agent, agentVersionKey(agent.id, agent.version)),
  ...entryItems(entryOf(agent)),
];

/** Stores the new version of an agent, in the transaction of the write that changes the agent. */
export const keepVersion = (agent: AgentRecord): Operation<never>[] => versionItems(agent).map(put);

/** The agent as it was at a version. */
export const findVersion = async (
  { id }: Pick<AgentRecord, 'id'>,
  version: number,
): Promise<AgentRecord | undefined> => {
  const item = await get(agentVersionKey(id, version));
  return item && agentFromItem(item);
};

export const listVersions = async (
  { id }: Pick<AgentRecord, 'id'>,
  paging: Paging,
): Promise<Page<AgentVersionItem>> => {
  const { items: data, next } = await listEntries<AgentVersionItem>({
    list: 'versions',
    owner: id,
    ...paging,
  });
  return { data, next };
};

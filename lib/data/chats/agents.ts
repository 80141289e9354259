import { ApiError } from '#lib/contract/errors.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { AgentRecord } from '../agents/agent-record.ts';
import { agentFromItem } from '../agents/agent-record.ts';
import { knowledgeOf } from '../agents/documents.ts';
import { knowledgeBaseFromItem } from '../agents/knowledge-base.ts';
import { findStopped } from '../billing/stopped.ts';
import { agentVersionKey, clientKey, knowledgeBaseKey } from '../keys.ts';
import { memoryFor } from '../memory.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Lineage } from '../organizations/clients.ts';
import { isSuspended, lineageFromItems } from '../organizations/clients.ts';
import type { Chat } from './claim.ts';

/** The parts of a chat's answer that rarely change. */
export interface Speaking {
  readonly agent: AgentRecord;
  readonly knowledge: ReturnType<typeof knowledgeOf>;
  readonly lineage: Lineage;
}

const recall = memoryFor<Speaking | undefined>(rememberedMs, 100);

/** The agent at the version of a chat, with its documents and its organizations; cached for as long as API keys. */
export const speakingFor = async ({ conversation, session }: Chat): Promise<Speaking> => {
  const { agent_id, client_id, path } = conversation;
  const { agent_version } = session;
  const found = await recall(`${agent_id} ${agent_version} ${client_id}`, async () => {
    const [version, base, ...clients] = await batchGet([
      agentVersionKey(agent_id, agent_version),
      knowledgeBaseKey(agent_id),
      ...path.map(clientKey),
    ]);
    const lineage = lineageFromItems(client_id, clients);
    if (!version || !base || !lineage) return undefined;
    const agent = agentFromItem(version);
    const knowledge = knowledgeOf({ agent, knowledge_base: knowledgeBaseFromItem(base) });
    return { agent, knowledge, lineage };
  });
  if (!found) throw new ApiError('agent_not_found');
  if (isSuspended(found.lineage)) throw new ApiError('client_suspended');
  const stopped = await findStopped(path, 'chats_stopped');
  if (stopped)
    throw new ApiError('usage_limit_reached', { detail: `${stopped} has used up what its plan includes` });
  return found;
};

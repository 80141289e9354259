import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { agentFromItem } from '#lib/agents/agent-record.ts';
import { knowledgeOf } from '#lib/agents/documents.ts';
import { knowledgeBaseFromItem } from '#lib/agents/knowledge-base.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { isSuspended, lineageFromItems } from '#lib/organizations/clients.ts';
import { refuseStopped } from '#lib/organizations/stopped.ts';
import { keyOf } from '#lib/store/keys.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Chat } from './claim.ts';

/** The parts of a chat's answer that rarely change. */
export interface SpeakingAgent {
  readonly agent: AgentRecord;
  readonly knowledge: ReturnType<typeof knowledgeOf>;
  readonly lineage: Lineage;
}

const recallAgent = memoryFor<Omit<SpeakingAgent, 'lineage'> | undefined>(rememberedMs, 100);

/**
 * The organizations of a chat, which may go on in them, also without its agent. No function remembers them:
 * the next message is refused once one of them is suspended. A plan refuses calls before they begin, and
 * bills those that go on.
 */
export const lineageFor = async ({ conversation, session }: Chat): Promise<Lineage> => {
  const { client_id, path } = conversation;
  const lineage = lineageFromItems(client_id, await batchGet(path.map((id) => keyOf('client', id))));
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  if (!session.voice) await refuseStopped(path, 'chats_stopped');
  return lineage;
};

/** The agent at the version of a chat with its documents, cached for as long as API keys. */
export const agentFor = ({ conversation: { agent_id }, session: { agent_version } }: Chat) =>
  recallAgent(`${agent_id} ${agent_version}`, async () => {
    const [version, base] = await batchGet([
      keyOf('agent_version', agent_id, agent_version),
      keyOf('knowledge_base', agent_id),
    ]);
    if (!version || !base) return undefined;
    const agent = agentFromItem(version);
    return { agent, knowledge: knowledgeOf({ agent, knowledge_base: knowledgeBaseFromItem(base) }) };
  });

/** The agent of a chat, and the organizations, which must not be suspended. */
export const speakingFor = async (chat: Chat): Promise<SpeakingAgent> => {
  const [lineage, found] = await Promise.all([lineageFor(chat), agentFor(chat)]);
  if (!found) throw new ApiError('agent_not_found');
  return { ...found, lineage };
};

import type { Conversation } from '#lib/contract/conversations.ts';
import type { Organization } from '../fixtures.ts';
import { eachOf } from './dialogues.ts';

export const start_time = '2026-11-20T09:00:00.000Z';

/** Conversations that are over, of one turn each. */
export const record = async ({ api }: Organization, texts: readonly string[]): Promise<Conversation[]> => {
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const conversations: Conversation[] = [];
  await eachOf([...texts], 8, async (text, at) => {
    conversations[at] = await api.conversations.create({
      body: {
        agent_id,
        start_time,
        status: 'completed',
        provider: { name: 'test', conversation_id: String(at) },
        turns: [{ role: 'user', text }],
      },
    });
  });
  return conversations;
};

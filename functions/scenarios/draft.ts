import { findAgent } from '#lib/agents/agents.ts';
import { draft } from '#lib/contract/scenarios.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import { handle } from '#lib/http/handle.ts';
import { requireWords } from '#lib/http/require-words.ts';
import { draftFrom } from '#lib/test-suites/draft.ts';

export const handler = handle(draft, async ({ params, body, caller, fail }) => {
  const recordWords = requireWords(draft, caller);
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const agent = (await findAgent(caller, conversation.agent_id)) ?? fail('agent_not_found');
  await recordWords([conversation]);
  const turns = await readAllTurns(conversation.id);
  return { ...draftFrom(conversation, turns, body.turn, agent.tools), client_id: agent.client_id };
});

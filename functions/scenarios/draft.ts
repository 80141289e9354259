import { findAgent } from '#lib/agents/agents.ts';
import { recordRead } from '#lib/audit/record-read.ts';
import { draft } from '#lib/contract/scenarios.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';
import { draftFrom } from '#lib/test-suites/draft.ts';

export const handler = handle(draft, async ({ params, body, caller, fail }) => {
  requireScopes(caller, ['conversations:read']);
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const agent = (await findAgent(caller, conversation.agent_id)) ?? fail('agent_not_found');
  await recordRead(draft, caller, conversation);
  const turns = await readAllTurns(conversation.id);
  const tools = agent.tools.map(({ name }) => name);
  return { ...draftFrom(conversation, turns, body.turn, tools), client_id: agent.client_id };
});

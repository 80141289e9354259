import { recordRead } from '#lib/audit/record-read.ts';
import { additionsAfter, patchConversation } from '#lib/chats/patch-conversation.ts';
import { ConversationAdditions, update, updateMatching } from '#lib/contract/conversations.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleEach } from '#lib/http/handle-each.ts';
import { parseBody } from '#lib/http/validate.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { listMatching } from '#lib/search/matching.ts';

/** The action of the route that lists what is changed. */
const conversationsListed = { audit: 'conversation.listed' };

export const handler = handleEach(updateMatching, update, {
  find: async ({ query, caller, fail }) => {
    requireScopes(caller, ['conversations:read']);
    const { client_id, order, ...filters } = query;
    const owner = (await findListOwner(caller, client_id)) ?? fail('client_not_found');
    await recordRead(conversationsListed, caller, owner, filters);
    return async (limit, position) => {
      const { data, next } = await listMatching(owner, filters, { order, limit, position });
      return { data: data.map(({ id: conversation_id }) => ({ conversation_id })), next };
    };
  },
  change: async ({ params, body, caller, fail }) => {
    const conversation =
      (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
    const additions = parseBody(ConversationAdditions, additionsAfter(conversation, body));
    return patchConversation(caller, conversation, body, additions);
  },
});

import { shownTurns } from '#lib/chats/shown-turns.ts';
import { messages } from '#lib/contract/chats.ts';
import { findChat } from '#lib/data/chats/claim.ts';
import { readTurnsAfter } from '#lib/data/chats/sessions.ts';
import { handleChat } from '#lib/http/handle-chat.ts';
import { waitForItems } from '#lib/http/wait-for-items.ts';

export const handler = handleChat(messages, async ({ caller, params, query }) =>
  waitForItems(query.wait, async () => {
    const { conversation } = await findChat(caller, params.conversation_id);
    const { status, handling } = conversation;
    const turns = await readTurnsAfter(conversation, query.after ?? -1);
    return { data: shownTurns(caller, turns), status, handling: handling ?? 'agent' };
  }),
);

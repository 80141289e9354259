import { shownTurns } from '#lib/chats/shown-turns.ts';
import { messages } from '#lib/contract/chats.ts';
import { recordRead } from '#lib/data/audit/record-read.ts';
import { findChat } from '#lib/data/chats/claim.ts';
import { readTurnsAfter } from '#lib/data/chats/sessions.ts';
import { handleChat } from '#lib/http/handle-chat.ts';
import { waitForItems } from '#lib/http/wait-for-items.ts';

export const handler = handleChat(messages, async ({ caller, params, query }) => {
  const { conversation, data } = await waitForItems(query.wait, async () => {
    const { conversation: read } = await findChat(caller, params.conversation_id);
    return { conversation: read, data: await readTurnsAfter(read, query.after ?? -1) };
  });
  // A session token belongs to the user of the chat, who reads their own conversation.
  if (data.length > 0 && caller.conversation_id === undefined) {
    await recordRead(messages, caller, conversation);
  }
  const { status, handling } = conversation;
  return { data: shownTurns(caller, data), status, handling: handling ?? 'agent' };
});

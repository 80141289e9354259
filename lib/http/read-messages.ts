import { recordRead } from '#lib/audit/record-read.ts';
import { findChat } from '#lib/chats/claim.ts';
import { readTurnsAfter } from '#lib/chats/sessions.ts';
import { shownTurns } from '#lib/chats/shown-turns.ts';
import type { follow, messages } from '#lib/contract/chats.ts';
import type { Reply } from '#lib/contract/route.ts';
import { waitAsUser } from '#lib/store/limits/chat-waits.ts';
import type { HandlerRequest } from './pipeline.ts';
import { waitForItems } from './wait-for-items.ts';

type MessagesRoute = typeof messages | typeof follow;

/** The messages of a chat after a position, once there are some or the time to wait is over. */
export const readMessages =
  (route: MessagesRoute) =>
  async ({ caller, params, query }: HandlerRequest<MessagesRoute>): Promise<Reply<MessagesRoute>> => {
    const wait = query.wait ?? 0;
    const read = () =>
      waitForItems(wait, async () => {
        const { conversation } = await findChat(caller, params.conversation_id);
        return { conversation, data: await readTurnsAfter(conversation, query.after ?? -1) };
      });
    const isUser = caller.conversation_id !== undefined;
    const { conversation, data } =
      isUser && wait > 0 ? await waitAsUser(params.conversation_id, wait, read) : await read();
    // A session token belongs to the user of the chat, who reads their own conversation.
    if (data.length > 0 && !isUser) await recordRead(route, caller, conversation);
    const { status, handling } = conversation;
    return { data: shownTurns(caller, data), status, handling: handling ?? 'agent' };
  };

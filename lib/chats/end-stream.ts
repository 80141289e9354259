import { readConversation } from '#lib/conversations/conversations.ts';
import type { StreamToEnd } from '#lib/conversations/end-listening.ts';
import { endStream } from '#lib/ears/transcribe.ts';
import { streamSessionOf } from './stream-session.ts';

/** Ends the stream of recognition that the page of a chat may have left open. */
export const endStreamOf = async (conversationId: string, { region, since }: StreamToEnd): Promise<void> => {
  if (since !== undefined) {
    const conversation = await readConversation(conversationId);
    if (conversation?.listening?.since !== since) return;
  }
  await endStream({ region, session_id: streamSessionOf(conversationId) });
};

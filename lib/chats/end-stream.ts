import { readConversation } from '#lib/conversations/conversations.ts';
import type { StreamToEnd } from '#lib/conversations/end-listening.ts';
import { longestStreamSeconds, openingSeconds } from '#lib/domain/chats/listening.ts';
import { endStream } from '#lib/ears/transcribe.ts';
import { streamSessionOf } from './stream-session.ts';

/**
 * Ends the stream of recognition that the page of a chat may have left open. A recognizer that does not
 * answer is asked again until Amazon Transcribe has ended the stream by itself.
 */
export const endStreamOf = async (conversationId: string, { region, since }: StreamToEnd): Promise<void> => {
  if (Date.now() > since + (openingSeconds + longestStreamSeconds) * 1000) return;
  const { listening } = (await readConversation(conversationId)) ?? {};
  if (listening && listening.since !== since) return;
  const session_id = streamSessionOf(conversationId);
  await endStream({ region, chat_id: conversationId, session_id });
};

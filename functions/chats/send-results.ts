import { answering } from '#lib/chats/answer.ts';
import { sendResults } from '#lib/contract/chats.ts';
import { claimChat } from '#lib/data/chats/claim.ts';
import { handleMessage } from '#lib/http/handle-message.ts';

export const handler = handleMessage(sendResults, {
  claim: ({ caller, params, body: { results } }, kept) =>
    claimChat(caller, params.conversation_id, { text: '', when_busy: 'refuse', results }, kept),
  answering: answering(false),
});

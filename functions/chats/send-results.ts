import { answering } from '#lib/chats/answer.ts';
import { claimCounted } from '#lib/chats/claim-counted.ts';
import { sendResults } from '#lib/contract/chats.ts';
import { handleMessage } from '#lib/http/handle-message.ts';

export const handler = handleMessage(sendResults, {
  claim: ({ caller, params, body: { results } }, claiming) =>
    claimCounted(caller, params.conversation_id, { text: '', when_busy: 'refuse', results }, claiming),
  answering: answering(false),
});

import { answering } from '#lib/chats/answer.ts';
import { claimCounted } from '#lib/chats/claim-counted.ts';
import { send } from '#lib/contract/chats.ts';
import { handleMessage } from '#lib/http/handle-message.ts';

export const handler = handleMessage(send, {
  claim: ({ caller, params, body }, kept, counted) =>
    claimCounted(caller, params.conversation_id, body, kept, counted),
  answering: answering(false),
});

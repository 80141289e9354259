import { answering } from '#lib/chats/answer.ts';
import { claimCounted } from '#lib/chats/claim-counted.ts';
import { send } from '#lib/contract/chats.ts';
import { handleMessage } from '#lib/http/handle-message.ts';

export const handler = handleMessage(send, {
  claim: ({ caller, params, body }, claiming) => claimCounted(caller, params.conversation_id, body, claiming),
  answering: answering(false),
});

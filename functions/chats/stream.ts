import { answering } from '#lib/chats/answer.ts';
import { claimCounted } from '#lib/chats/claim-counted.ts';
import { shownEvent } from '#lib/chats/shown-event.ts';
import { send, stream } from '#lib/contract/chats.ts';
import { handleStream } from '#lib/http/handle-stream.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(
  handleStream(
    stream,
    send,
    {
      claim: ({ caller, params, body }, claiming) =>
        claimCounted(caller, params.conversation_id, body, claiming),
      answering: answering(true),
    },
    shownEvent,
  ),
);

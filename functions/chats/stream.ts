import { answering } from '#lib/chats/answer.ts';
import { findAnswerVoice } from '#lib/chats/answer-voice.ts';
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
      claim: async ({ caller, params, body: { speak, ...message } }, claiming) => ({
        ...(await claimCounted(caller, params.conversation_id, message, claiming)),
        speaks: speak,
      }),
      answering: answering(true, findAnswerVoice),
    },
    shownEvent,
  ),
);

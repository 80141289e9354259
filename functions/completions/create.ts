import { complete } from '#lib/chats/complete.ts';
import { create } from '#lib/contract/completions.ts';
import { handleCompletion } from '#lib/http/handle-completion.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(handleCompletion(create, complete));

import { create } from '#lib/contract/chats.ts';
import { startChat } from '#lib/data/chats/start-chat.ts';
import { findServedLineage } from '#lib/data/conversations/served-lineage.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { liveUrl } from '#lib/http/live-url.ts';

export const handler = handleWrite(create, async ({ params, body, caller, origin }) => {
  const { agent, lineage } = await findServedLineage(
    caller,
    params.agent_id,
    body.client_id,
    'chats_stopped',
  );
  const { reply, ...write } = await startChat(caller, agent, lineage, body);
  const stream_url = liveUrl(origin, `/conversations/${reply.id}/messages`);
  return { ...write, reply: { ...reply, stream_url } };
});

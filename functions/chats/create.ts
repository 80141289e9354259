import { liveAgent } from '#lib/agents/agent-versions.ts';
import { startChat } from '#lib/chats/start-chat.ts';
import { findWidgetOf } from '#lib/chats/widget-of.ts';
import { create } from '#lib/contract/chats.ts';
import { findServedLineage } from '#lib/conversations/served-lineage.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { liveUrl } from '#lib/http/live-url.ts';

export const handler = handleWrite(create, async ({ params, body, caller, origin }) => {
  const { agent: saved, lineage } = await findServedLineage(
    caller,
    params.agent_id,
    body.client_id,
    'chats_stopped',
  );
  const widget =
    body.widget_id === null ? undefined : await findWidgetOf(caller, saved, lineage, body.widget_id);
  const { reply, ...write } = await startChat(caller, await liveAgent(saved), lineage, body, widget);
  const stream_url = liveUrl(origin, `/conversations/${reply.id}/messages`);
  return { ...write, reply: { ...reply, stream_url } };
});

import { findAgent } from '#lib/agents/agents.ts';
import { fetchFile as route } from '#lib/contract/documents.ts';
import { fetchFile } from '#lib/delivery/fetch-file.ts';
import { handle } from '#lib/http/handle.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';

export const handler = handle(route, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  if (await isPathSuspended(agent.path)) return fail('client_suspended');
  const { content_type, data } = await fetchFile(body.url);
  return { url: body.url, content_type, bytes: data.length, data: data.toString('base64') };
});

import { create } from '#lib/contract/documents.ts';
import { findAgent } from '#lib/data/agents/agents.ts';
import { insertDocument } from '#lib/data/agents/documents.ts';
import { isPathSuspended } from '#lib/data/organizations/clients.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  return (await isPathSuspended(agent.path)) ? fail('client_suspended') : insertDocument(agent, body);
});

import { findAgent } from '#lib/agents/agents.ts';
import { insertDocument } from '#lib/agents/documents.ts';
import { create } from '#lib/contract/documents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  return (await isPathSuspended(agent.path)) ? fail('client_suspended') : insertDocument(agent, body);
});

import { create } from '#lib/contract/documents.ts';
import { findAgent } from '#lib/data/agents/agents.ts';
import { insertDocument } from '#lib/data/agents/documents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  return agent ? insertDocument(agent, body) : fail('agent_not_found');
});

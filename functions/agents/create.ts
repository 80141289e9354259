import { insertAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwnerBelow } from '#lib/organizations/new-owner.ts';
import { withTools } from '#lib/tools/agent-tools.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const lineage = await newOwnerBelow(caller, body.client_id);
  return withTools(caller, lineage.client.path, insertAgent(caller, lineage, body));
});

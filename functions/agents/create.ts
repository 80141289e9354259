import { insertAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/agents.ts';
import { invalid } from '#lib/contract/errors.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { withTools } from '#lib/tools/agent-tools.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const clientId = body.client_id ?? caller.client_id;
  if (!clientId) {
    throw invalid({
      pointer: '/client_id',
      code: 'required',
      detail: 'is required with a platform key, because the platform owns no agents',
    });
  }
  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  if (isSuspended(lineage)) return fail('client_suspended');
  return withTools(caller, lineage.client.path, insertAgent(caller, lineage, body), checkUrl);
});

import { findAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/widgets.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwnerBelow } from '#lib/organizations/new-owner.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import { insertEntity } from '#lib/store/entity.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const agent = (await findAgent(caller, body.agent_id)) ?? fail('agent_not_found');
  const { client_id = agent.client_id } = body;
  const { client } = await newOwnerBelow(caller, client_id);
  if (!client.path.includes(agent.client_id)) return fail('agent_not_serving_client');
  return insertEntity(widgets, client.path, { ...body, created_by: currentOrigin().actor });
});

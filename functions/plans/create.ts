import { insertPlan } from '#lib/billing/plans.ts';
import { create } from '#lib/contract/plans.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  return insertPlan(owner?.client.path ?? [], body);
});

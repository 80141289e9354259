import { plans } from '#lib/billing/plans.ts';
import { create } from '#lib/contract/plans.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertEntity } from '#lib/store/entity.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  return insertEntity(plans, owner?.client.path ?? [], body);
});

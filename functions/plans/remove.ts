import { plans } from '#lib/billing/plans.ts';
import { remove } from '#lib/contract/plans.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeEntity } from '#lib/store/entity.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const plan = await plans.find(caller, params.plan_id);
  return plan ? removeEntity(plans, plan) : fail('plan_not_found');
});

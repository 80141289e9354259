import { findPlan, removePlan } from '#lib/billing/plans.ts';
import { remove } from '#lib/contract/plans.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const plan = await findPlan(caller, params.plan_id);
  return plan ? removePlan(plan) : fail('plan_not_found');
});

import { replace } from '#lib/contract/plans.ts';
import { findPlan, replacePlan } from '#lib/data/billing/plans.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const plan = await findPlan(caller, params.plan_id);
  return plan ? replacePlan(plan, body) : fail('plan_not_found');
});

import { plans } from '#lib/billing/plans.ts';
import { get } from '#lib/contract/plans.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const plan = await plans.find(caller, params.plan_id);
  return plan ? plans.represent(plan) : fail('plan_not_found');
});

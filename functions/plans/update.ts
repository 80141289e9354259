import { findPlan, replaceableFields, replacePlan } from '#lib/billing/plans.ts';
import { PlanReplacement, update } from '#lib/contract/plans.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const plan = await findPlan(caller, params.plan_id);
  if (!plan) return fail('plan_not_found');
  return replacePlan(plan, parseBody(PlanReplacement, mergePatch(replaceableFields(plan), body)));
});

import { plans } from '#lib/billing/plans.ts';
import { PlanReplacement, update } from '#lib/contract/plans.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { replaceEntity } from '#lib/store/entity.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const plan = (await plans.find(caller, params.plan_id)) ?? fail('plan_not_found');
  return replaceEntity(plans, plan, parseBody(PlanReplacement, mergePatch(plans.fieldsOf(plan), body)));
});

import { plans } from '#lib/billing/plans.ts';
import { replace } from '#lib/contract/plans.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { replaceEntity } from '#lib/store/entity.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const plan = (await plans.find(caller, params.plan_id)) ?? fail('plan_not_found');
  refuseChange(plan, body, ['client_id']);
  return replaceEntity(plans, plan, body);
});

import { decides } from '#lib/billing/decides.ts';
import { findPlanFor } from '#lib/billing/plans.ts';
import { accountOf, subscribe } from '#lib/billing/subscriptions.ts';
import { replace } from '#lib/contract/subscriptions.ts';
import { timeZoneOf } from '#lib/domain/organizations/hierarchy.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage } from '#lib/organizations/clients.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  const { client, members } = lineage;
  const account = await accountOf(client);
  if (!decides(caller, account)) return fail('ancestor_key_required');
  const plan = await findPlanFor(caller, client, body.plan_id);
  return plan ? subscribe(account, timeZoneOf(members), plan, body) : fail('plan_not_found');
});

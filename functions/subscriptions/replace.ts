import { replace } from '#lib/contract/subscriptions.ts';
import { isAboveOf } from '#lib/data/billing/find-account.ts';
import { readPlan } from '#lib/data/billing/plans.ts';
import { subscribe } from '#lib/data/billing/subscriptions.ts';
import { findLineage } from '#lib/data/organizations/clients.ts';
import { reaches } from '#lib/domain/caller.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const lineage = await findLineage(caller, params.client_id);
  if (!lineage) return fail('client_not_found');
  const { client, members } = lineage;
  if (!isAboveOf(caller, client.id)) return fail('ancestor_key_required');
  const plan = await readPlan(body.plan_id);
  // A plan serves the descendants of its organization. A caller outside that organization must not learn that it exists.
  const serves = plan && (plan.client_id === null || client.path.slice(0, -1).includes(plan.client_id));
  if (!serves || !reaches(caller, plan.path)) return fail('plan_not_found');
  const { timezone = 'UTC' } = inheritSettings(members.map(({ settings }) => settings));
  return subscribe(client, timezone, plan, body);
});

import { isDeepStrictEqual } from 'node:util';
import { decides } from '#lib/billing/decides.ts';
import { findPlanFor } from '#lib/billing/plans.ts';
import {
  accountOf,
  currentSubscription,
  replaceableFields,
  represent,
  subscribe,
} from '#lib/billing/subscriptions.ts';
import { SubscriptionInput, update } from '#lib/contract/subscriptions.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { timeZoneOf } from '#lib/domain/organizations/hierarchy.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { findLineage } from '#lib/organizations/clients.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  const { client, members } = lineage;
  const account = await accountOf(client);
  if (!decides(caller, account)) return fail('ancestor_key_required');
  const now = Date.now();
  const subscription = currentSubscription(account, now);
  if (!subscription) return fail('subscription_not_found');
  const before = replaceableFields(subscription);
  const after = parseBody(SubscriptionInput, mergePatch(before, body));
  const reply = represent(account, subscription, now);
  if (isDeepStrictEqual(after, before)) return { operations: [], reply, replaces: reply };
  const plan = await findPlanFor(caller, client, after.plan_id);
  return plan ? subscribe(account, timeZoneOf(members), plan, after, now) : fail('plan_not_found');
});

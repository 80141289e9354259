import { findAccount } from '#lib/billing/find-account.ts';
import { currentSubscription, represent } from '#lib/billing/subscriptions.ts';
import { get } from '#lib/contract/subscriptions.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const account = await findAccount(caller, params.client_id);
  if (account === undefined) return fail('client_not_found');
  const now = Date.now();
  const subscription = account && currentSubscription(account, now);
  return subscription ? represent(account, subscription, now) : fail('subscription_not_found');
});

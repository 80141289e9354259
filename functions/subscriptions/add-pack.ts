import { decides } from '#lib/billing/decides.ts';
import { findAccount, isAboveOf } from '#lib/billing/find-account.ts';
import { buyPack, currentSubscription } from '#lib/billing/subscriptions.ts';
import { addPack } from '#lib/contract/subscriptions.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(addPack, async ({ params, body, caller, fail }) => {
  const account = await findAccount(caller, params.client_id);
  if (account === undefined) return fail('client_not_found');
  if (!isAboveOf(caller, params.client_id)) return fail('ancestor_key_required');
  const subscription = account && currentSubscription(account, Date.now());
  if (!subscription) return fail('subscription_not_found');
  if (!decides(caller, account, [subscription])) return fail('ancestor_key_required');
  return buyPack(account, subscription, body);
});

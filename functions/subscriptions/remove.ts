import { decides } from '#lib/billing/decides.ts';
import { findAccount, isAboveOf } from '#lib/billing/find-account.ts';
import { unsubscribe } from '#lib/billing/subscriptions.ts';
import { remove } from '#lib/contract/subscriptions.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const account = await findAccount(caller, params.client_id);
  if (account === undefined) return fail('client_not_found');
  if (!isAboveOf(caller, params.client_id)) return fail('ancestor_key_required');
  if (!account) return fail('subscription_not_found');
  if (!decides(caller, account)) return fail('ancestor_key_required');
  return (await unsubscribe(account)) ?? fail('subscription_not_found');
});

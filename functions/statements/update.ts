import { decides } from '#lib/billing/decides.ts';
import { findAccount, isAboveOf } from '#lib/billing/find-account.ts';
import { updateStatement } from '#lib/billing/statements.ts';
import { StatementAdditions, update } from '#lib/contract/statements.ts';
import { canSettle, statementsOf } from '#lib/domain/billing/account.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const { client_id, statement_id } = params;
  const account = await findAccount(caller, client_id);
  if (account === undefined) return fail('client_not_found');
  if (!isAboveOf(caller, client_id)) return fail('ancestor_key_required');
  const known = account && statementsOf(account, Date.now()).find(({ id }) => id === statement_id);
  if (!known) return fail('statement_not_found');
  if (!decides(caller, account, [known.subscription])) return fail('ancestor_key_required');
  const stored = account.finals.find(({ id }) => id === statement_id);
  if (!stored) return fail('statement_not_final', { detail: 'The statement is a draft' });

  const { status = stored.status, ...patch } = body;
  if (!canSettle(stored.status, status)) {
    return fail('statement_not_final', { detail: `The statement is already ${stored.status}` });
  }
  const { external_reference, sent_at = null, metadata } = stored;
  const additions = parseBody(
    StatementAdditions,
    mergePatch({ external_reference, sent_at, metadata }, patch),
  );
  return updateStatement(caller, account, stored, status, additions);
});

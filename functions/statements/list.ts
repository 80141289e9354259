import { findAccount } from '#lib/billing/find-account.ts';
import { readStatements, statementPage } from '#lib/billing/statements.ts';
import { list } from '#lib/contract/statements.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, page, caller, fail }) => {
  const account = await findAccount(caller, params.client_id);
  if (account === undefined) return fail('client_not_found');
  const statements = account ? await readStatements(account, caller) : [];
  return statementPage(statements, page);
});

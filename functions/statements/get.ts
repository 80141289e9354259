import { findAccount } from '#lib/billing/find-account.ts';
import { readStatements } from '#lib/billing/statements.ts';
import { get } from '#lib/contract/statements.ts';
import { statementCsv } from '#lib/domain/billing/csv.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(
  get,
  async ({ params: { client_id, statement_id }, caller, fail }) => {
    const account = await findAccount(caller, client_id);
    if (account === undefined) return fail('client_not_found');
    const statements = account ? await readStatements(account, caller) : [];
    return statements.find(({ id }) => id === statement_id) ?? fail('statement_not_found');
  },
  statementCsv,
);

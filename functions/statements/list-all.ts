import { listStatements } from '#lib/billing/statement-list.ts';
import { listAll } from '#lib/contract/statements.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(listAll, async ({ query, page, caller, fail }) => {
  const { client_id, ...filters } = query;
  const owner = await findOwner(caller, client_id);
  return owner ? listStatements(caller, owner, filters, page) : fail('client_not_found');
});

import { listAll } from '#lib/contract/statements.ts';
import { listStatements } from '#lib/data/billing/statement-list.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(listAll, async ({ query, page, caller, fail }) => {
  const { client_id, ...filters } = query;
  const owner = await findOwner(caller, client_id);
  return owner ? listStatements(caller, owner, filters, page) : fail('client_not_found');
});

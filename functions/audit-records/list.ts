import { listAuditRecords } from '#lib/audit/audit-records.ts';
import { recordRead } from '#lib/audit/record-read.ts';
import { list } from '#lib/contract/audit-records.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, order, ...filters } = query;
  const owner = (await findListOwner(caller, client_id)) ?? fail('client_not_found');
  await recordRead(list, caller, owner, filters);
  const { target } = filters;
  const targeted = target?.startsWith('client_') ? await findListOwner(caller, target) : undefined;
  return listAuditRecords(owner, filters, { ...page, order }, targeted);
});

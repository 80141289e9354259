import { create } from '#lib/contract/subcompanies.ts';
import { findLineage, insertClient, isSuspended } from '#lib/data/organizations/clients.ts';
import { parentFault } from '#lib/domain/organizations/hierarchy.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const parent = await findLineage(caller, params.client_id);
  if (!parent) return fail('client_not_found');
  if (isSuspended(parent)) return fail('client_suspended');

  const fault = parentFault(body.type, parent.client);
  return fault ? fail('invalid_parent', { detail: fault }) : insertClient(parent, body);
});

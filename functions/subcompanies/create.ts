import { create } from '#lib/contract/subcompanies.ts';
import { findLineage, insertClient, isSuspended } from '#lib/data/organizations/clients.ts';
import { parentFault } from '#lib/domain/organizations/hierarchy.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(create, async ({ params, body, caller, fail }) => {
  const parent = await findLineage(caller, params.client_id);
  if (!parent) return fail('client_not_found');
  if (isSuspended(parent)) return fail('client_suspended');

  const fault = parentFault(body.type, parent.client);
  return fault ? fail('invalid_parent', { detail: fault }) : insertClient(parent, body);
});

import { create } from '#lib/contract/subcompanies.ts';
import { refuseUnbilled } from '#lib/data/billing/refuse-unbilled.ts';
import { findLineage, insertClient, isSuspended } from '#lib/data/organizations/clients.ts';
import { parentFault } from '#lib/domain/organizations/hierarchy.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(create, async ({ params, body, caller, fail }) => {
  const parent = await findLineage(caller, params.client_id);
  if (!parent) return fail('client_not_found');
  if (isSuspended(parent)) return fail('client_suspended');

  const fault = parentFault(body.type, parent.client);
  if (fault) return fail('invalid_parent', { detail: fault });
  if (body.test) await refuseUnbilled(caller, parent);
  return insertClient(parent, body);
});

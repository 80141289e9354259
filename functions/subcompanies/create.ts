import { refuseUnbilled } from '#lib/billing/refuse-unbilled.ts';
import { create } from '#lib/contract/subcompanies.ts';
import { parentFault } from '#lib/domain/organizations/hierarchy.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, insertClient, isSuspended } from '#lib/organizations/clients.ts';

export const handler = handleAuthority(create, async ({ params, body, caller, fail }) => {
  const parent = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  if (isSuspended(parent)) return fail('client_suspended');

  const fault = parentFault(body.type, parent.client);
  if (fault) return fail('invalid_parent', { detail: fault });
  if (body.test) await refuseUnbilled(caller, parent);
  return insertClient(parent, body);
});

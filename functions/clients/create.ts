import { refuseUnbilled } from '#lib/billing/refuse-unbilled.ts';
import { create } from '#lib/contract/clients.ts';
import { invalid } from '#lib/contract/errors.ts';
import { parentFault } from '#lib/domain/organizations/hierarchy.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, insertClient, isSuspended } from '#lib/organizations/clients.ts';

export const handler = handleAuthority(create, async ({ body, caller, fail }) => {
  const parentId = body.parent_id === undefined ? caller.client_id : body.parent_id;
  if (parentId === null && caller.client_id !== null) {
    const detail = 'must be the key’s organization or one of its descendants';
    throw invalid({ pointer: '/parent_id', code: 'out_of_reach', detail });
  }
  const parent = parentId === null ? null : await findLineage(caller, parentId);
  if (parent === undefined) return fail('client_not_found');
  if (parent && isSuspended(parent)) return fail('client_suspended');

  const fault = parentFault(body.type, parent?.client ?? null);
  if (fault) return fail('invalid_parent', { detail: fault });
  if (body.test) await refuseUnbilled(caller, parent);
  return insertClient(parent, body);
});

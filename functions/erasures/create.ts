import { create } from '#lib/contract/erasures.ts';
import { eraseCaller } from '#lib/erasures/caller-erasures.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findListOwner } from '#lib/organizations/clients.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const owner = await findListOwner(caller, body.client_id);
  return owner ? eraseCaller(caller, owner, body) : fail('client_not_found');
});

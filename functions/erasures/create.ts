import { create } from '#lib/contract/erasures.ts';
import { eraseCaller } from '#lib/data/conversations/caller-erasures.ts';
import { findListOwner } from '#lib/data/organizations/clients.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const owner = await findListOwner(caller, body.client_id);
  return owner ? eraseCaller(caller, owner, body) : fail('client_not_found');
});

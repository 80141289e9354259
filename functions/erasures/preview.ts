import { preview } from '#lib/contract/erasures.ts';
import { countOfCaller } from '#lib/data/conversations/count-of-caller.ts';
import { findListOwner } from '#lib/data/organizations/clients.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(preview, async ({ body, caller, fail }) => {
  const owner = await findListOwner(caller, body.client_id);
  return owner ? countOfCaller(caller, owner, body) : fail('client_not_found');
});

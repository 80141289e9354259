import { preview } from '#lib/contract/erasures.ts';
import { countOfCaller } from '#lib/conversations/count-of-caller.ts';
import { handle } from '#lib/http/handle.ts';
import { findListOwner } from '#lib/organizations/clients.ts';

export const handler = handle(preview, async ({ body, caller, fail }) => {
  const owner = await findListOwner(caller, body.client_id);
  return owner ? countOfCaller(caller, owner, body) : fail('client_not_found');
});

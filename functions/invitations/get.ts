import { get } from '#lib/contract/invitations.ts';
import { handle } from '#lib/http/handle.ts';
import { invitations, represent } from '#lib/people/invitations.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const invitation = await invitations.find(caller, params.invitation_id);
  return invitation ? represent(invitation) : fail('invitation_not_found');
});

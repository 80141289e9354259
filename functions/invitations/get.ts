import { get } from '#lib/contract/invitations.ts';
import { handle } from '#lib/http/handle.ts';
import { findInvitation, represent } from '#lib/people/invitations.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const invitation = await findInvitation(caller, params.invitation_id);
  return invitation ? represent(invitation) : fail('invitation_not_found');
});

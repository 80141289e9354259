import { revoke } from '#lib/contract/invitations.ts';
import { findInvitation, revokeInvitation } from '#lib/data/people/invitations.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(revoke, async ({ params, caller, fail }) => {
  const invitation = await findInvitation(caller, params.invitation_id);
  return invitation ? revokeInvitation(invitation) : fail('invitation_not_found');
});

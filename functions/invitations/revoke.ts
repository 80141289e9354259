import { revoke } from '#lib/contract/invitations.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { scopesOf } from '#lib/people/grants.ts';
import { invitations, revokeInvitation } from '#lib/people/invitations.ts';

export const handler = handleAuthority(revoke, async ({ params, caller, fail }) => {
  const invitation = (await invitations.find(caller, params.invitation_id)) ?? fail('invitation_not_found');
  scopesWithin(caller, scopesOf(invitation));
  return revokeInvitation(invitation);
});

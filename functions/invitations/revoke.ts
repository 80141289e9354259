import { revoke } from '#lib/contract/invitations.ts';
import { scopesOf } from '#lib/data/people/grants.ts';
import { findInvitation, revokeInvitation } from '#lib/data/people/invitations.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(revoke, async ({ params, caller, fail }) => {
  const invitation = await findInvitation(caller, params.invitation_id);
  if (!invitation) return fail('invitation_not_found');
  scopesWithin(caller, scopesOf(invitation));
  return revokeInvitation(invitation);
});

import { accept } from '#lib/contract/invitations.ts';
import { mayAccept } from '#lib/domain/people/joining.ts';
import { personOf } from '#lib/http/calling-person.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { acceptInvitation, invitations, inviterStill } from '#lib/people/invitations.ts';
import { readPerson } from '#lib/people/people.ts';

const anyone = { client_id: null };

export const handler = handleAuthority(accept, async ({ params, body, caller, fail }) => {
  const [invitation, person] = await Promise.all([
    invitations.read(params.invitation_id),
    readPerson(personOf(caller).id),
  ]);
  // Every reason has the same answer: a stranger must not learn which invitations there are.
  if (!invitation || !person || !mayAccept(invitation, person, body.token))
    return fail('invitation_not_found');
  const inviting = await inviterStill(invitation);
  const { client_id } = invitation;
  const lineage = client_id === null ? null : await findLineage(anyone, client_id);
  if (!inviting || lineage === undefined) return fail('invitation_not_found');
  if (lineage && isSuspended(lineage)) return fail('client_suspended');
  return acceptInvitation(invitation, lineage, person, inviting);
});

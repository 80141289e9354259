import { create } from '#lib/contract/invitations.ts';
import { granted } from '#lib/domain/authority/granting.ts';
import { reaches } from '#lib/domain/caller.ts';
import { lifeWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { connections } from '#lib/people/connections.ts';
import { scopesOf } from '#lib/people/grants.ts';
import { insertInvitation } from '#lib/people/invitations.ts';
import { invitingConnection } from '#lib/people/inviting.ts';

export const handler = handleAuthority(create, async ({ body, caller, site, fail }) => {
  const grant = granted(caller, body);
  const member_expires_at = lifeWithin(caller, body.member_expires_at, '/member_expires_at');
  const owner = await newOwner(caller, body.client_id);
  const path = owner?.client.path ?? [];
  const { connection_id } = body;
  const connection = await (connection_id
    ? connections.read(connection_id)
    : invitingConnection(caller, path, scopesOf(grant)));
  // The owner of an identity provider beside or below this organization could otherwise become a member of
  // it.
  if (!connection || !reaches(connection, path)) return fail('connection_not_found');
  const { id, email } = { ...connection, email: body.email };
  return insertInvitation(owner, { ...grant, member_expires_at, connection_id: id, email }, site);
});

import { update } from '#lib/contract/members.ts';
import { scopesOf } from '#lib/data/people/grants.ts';
import { changeMember, findMember } from '#lib/data/people/members.ts';
import { granted } from '#lib/domain/authority/granting.ts';
import { lifeWithin, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  if (!found) return fail('member_not_found');
  const { role, chosen, expires_at } = found.member;
  // Otherwise a caller could decide about members with more scopes than its own.
  scopesWithin(caller, scopesOf(found.member));
  const isGranted = body.role !== undefined || body.scopes !== undefined;
  const grant = isGranted ? granted(caller, body) : { role, chosen };
  const until = body.expires_at === undefined ? expires_at : lifeWithin(caller, body.expires_at);
  return changeMember(found, { ...grant, expires_at: until }, body.metadata);
});

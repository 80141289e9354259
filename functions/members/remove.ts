import { remove } from '#lib/contract/members.ts';
import { scopesOf } from '#lib/data/people/grants.ts';
import { itemOf, keysOf, revocationOf } from '#lib/data/people/member-keys.ts';
import { findMember, removeMember } from '#lib/data/people/members.ts';
import { isLastFor, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(remove, async ({ params, query, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  if (!found) return fail('member_not_found');
  const { member } = found;
  scopesWithin(caller, scopesOf(member));
  const keys = await keysOf(member);
  const reply = { member_id: member.id, api_keys: keys.map(itemOf) };
  const removal = { ...(await removeMember(found)), reply };
  if (query.revoke_keys !== 'true') return removal;

  for (const { key } of keys) {
    scopesWithin(caller, key.scopes);
    if (isLastFor(caller, key)) return fail('platform_key_needed');
  }
  const { operation, afterwards } = revocationOf(member, caller);
  return { ...removal, operations: [...removal.operations, operation], afterwards };
});

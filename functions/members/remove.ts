import { remove } from '#lib/contract/members.ts';
import { scopesOf } from '#lib/data/people/grants.ts';
import { itemOf, keysOf, revokeKeys } from '#lib/data/people/member-keys.ts';
import { findMember, removeMember } from '#lib/data/people/members.ts';
import { isLastFor, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(remove, async ({ params, query, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  if (!found) return fail('member_not_found');
  const { member } = found;
  scopesWithin(caller, scopesOf(member));
  const operations = await removeMember(found);
  const keys = await keysOf(member);
  const reply = { member_id: member.id, api_keys: keys.map(itemOf) };
  if (query.revoke_keys !== 'true') return { operations, reply, about: member };

  for (const { key } of keys) {
    scopesWithin(caller, key.scopes);
    if (isLastFor(caller, key)) return fail('platform_key_needed');
  }
  await revokeKeys(caller, keys);
  // The member may have created another key before this write.
  const afterwards = async () => revokeKeys(caller, await keysOf(member));
  return { operations, reply, about: member, afterwards };
});

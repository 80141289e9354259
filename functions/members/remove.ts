import { remove } from '#lib/contract/members.ts';
import type { ApiKeyWithUse } from '#lib/data/keys/api-keys.ts';
import { scopesOf } from '#lib/data/people/grants.ts';
import { itemOf, keysOf, revocationOf } from '#lib/data/people/member-keys.ts';
import type { MemberWithPerson } from '#lib/data/people/members.ts';
import { findMember, removeMember } from '#lib/data/people/members.ts';
import { isLastFor, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

type Removal = Omit<Awaited<ReturnType<typeof removeMember>>, 'replaces'>;

/** Undefined: there is no such member. A sign-in may have removed one before, whose keys remain. */
const removalOf = async (
  id: string,
  found: MemberWithPerson | undefined,
  [first]: readonly ApiKeyWithUse[],
): Promise<Removal | undefined> => {
  if (found) return removeMember(found);
  return first && { operations: [], about: { id, path: first.key.path } };
};

export const handler = handleAuthority(remove, async ({ params, query, caller, fail }) => {
  const { member_id } = params;
  const found = await findMember(caller, member_id);
  const isRevoking = query.revoke_keys === 'true';
  if (!found && !isRevoking) return fail('member_not_found');
  const member = found?.member ?? { id: member_id, client_id: caller.client_id };
  if (found) scopesWithin(caller, scopesOf(found.member));
  const { made, rotated } = await keysOf(member);
  const reply = { member_id, api_keys: made.map(itemOf), rotated_api_keys: rotated.map(itemOf) };
  const removal = await removalOf(member_id, found, made);
  if (!removal) return fail('member_not_found');
  if (!isRevoking) return { ...removal, reply };

  for (const { key } of made) {
    scopesWithin(caller, key.scopes);
    if (isLastFor(caller, key)) return fail('platform_key_needed');
  }
  const { operation, afterwards } = revocationOf(member, caller);
  return { ...removal, operations: [...removal.operations, operation], afterwards, reply };
});

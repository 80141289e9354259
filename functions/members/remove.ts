import { endedTypes, remove } from '#lib/contract/members.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { settlementOf } from '#lib/erasures/end-access.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { pathOfCaller } from '#lib/organizations/clients.ts';
import { scopesOf } from '#lib/people/grants.ts';
import { accessOf, endable, shownTo } from '#lib/people/member-access.ts';
import { itemOf, keysOf } from '#lib/people/member-keys.ts';
import { findMember, removeMember } from '#lib/people/members.ts';

export const handler = handleAuthority(remove, async ({ params, query, caller, fail }) => {
  const { member_id } = params;
  const found = await findMember(caller, member_id);
  const types = endedTypes(query);
  if (!found && types.length === 0) return fail('member_not_found');
  if (found) scopesWithin(caller, scopesOf(found.member));
  const member = found?.member ?? { id: member_id, client_id: caller.client_id };
  const [{ made, rotated }, access] = await Promise.all([keysOf(member), accessOf(caller, member)]);
  // A sign-in may have removed a member before, who has left something.
  if (!found && access.length === 0) return fail('member_not_found');
  const removal = found
    ? await removeMember(found)
    : { operations: [], about: { id: member_id, path: await pathOfCaller(caller) } };
  const reply = {
    member_id,
    ...{ api_keys: made.map(itemOf), rotated_api_keys: rotated.map(itemOf) },
    access: shownTo(caller, access),
  };
  if (types.length === 0) return { ...removal, reply };

  const ending = access.filter(({ type, relation }) => types.includes(type) && relation === 'made');
  await endable(caller, ending);
  const end = ending.filter(({ type }) => type !== 'api_key');
  const { operation, afterwards } = settlementOf(member, caller, { end, keep: [], types });
  return { ...removal, operations: [...removal.operations, operation], afterwards, reply };
});

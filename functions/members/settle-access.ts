import { settleAccess } from '#lib/contract/members.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { settlementOf } from '#lib/erasures/end-access.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { pathOfCaller } from '#lib/organizations/clients.ts';
import { scopesOf } from '#lib/people/grants.ts';
import { accessOf, chosenOf, endable, keepable, shownTo } from '#lib/people/member-access.ts';
import { findMember } from '#lib/people/members.ts';

export const handler = handleAuthority(settleAccess, async ({ params, body, caller, fail }) => {
  const { member_id } = params;
  const found = await findMember(caller, member_id);
  if (found) scopesWithin(caller, scopesOf(found.member));
  const member = found?.member ?? { id: member_id, client_id: caller.client_id };
  const access = await accessOf(caller, member);
  if (!found && access.length === 0) return fail('member_not_found');
  const end = chosenOf(access, body.end, ['made']);
  const keep = chosenOf(access, body.keep, ['made', 'changed']);
  await endable(caller, end);
  keepable(caller, keep);
  // A member who stays goes on making such things.
  const types = found ? [] : body.end.flatMap(({ type, id }) => (id === undefined ? [type] : []));
  const { operation, afterwards } = settlementOf(member, caller, { end, keep, types });
  const settled = new Set([...end, ...keep]);
  return {
    operations: settled.size > 0 ? [operation] : [],
    afterwards,
    about: { id: member_id, path: found?.member.path ?? (await pathOfCaller(caller)) },
    reply: {
      data: shownTo(
        caller,
        access.filter((one) => !settled.has(one)),
      ),
    },
  };
});

import { listAccess } from '#lib/contract/members.ts';
import { handle } from '#lib/http/handle.ts';
import { accessOf, shownTo } from '#lib/people/member-access.ts';
import { findMember } from '#lib/people/members.ts';

export const handler = handle(listAccess, async ({ params, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  const member = found?.member ?? { id: params.member_id, client_id: caller.client_id };
  const access = await accessOf(caller, member);
  if (!found && access.length === 0) return fail('member_not_found');
  return { data: shownTo(caller, access) };
});

import { get } from '#lib/contract/members.ts';
import { handle } from '#lib/http/handle.ts';
import { findMember, represent } from '#lib/people/members.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  return found ? represent(found) : fail('member_not_found');
});

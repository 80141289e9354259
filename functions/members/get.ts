import { get } from '#lib/contract/members.ts';
import { findMember, represent } from '#lib/data/people/members.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findMember(caller, params.member_id);
  return found ? represent(found) : fail('member_not_found');
});

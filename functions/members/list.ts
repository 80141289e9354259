import { list } from '#lib/contract/members.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listMembers } from '#lib/people/members.ts';

export const handler = handleOwnList(list, listMembers);

import { list } from '#lib/contract/invitations.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listInvitations } from '#lib/people/invitations.ts';

export const handler = handleOwnList(list, listInvitations);

import { list } from '#lib/contract/api-keys.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listApiKeys } from '#lib/keys/api-keys.ts';

export const handler = handleOwnList(list, (owner, paging, query) => listApiKeys(owner, query, paging));

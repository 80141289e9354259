import { list } from '#lib/contract/webhooks.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listWebhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleOwnList(list, listWebhooks);

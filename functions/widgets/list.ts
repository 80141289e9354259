import { list } from '#lib/contract/widgets.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(widgets, owner, paging));

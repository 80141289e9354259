import { isShownTo, readAnalyses, representTo } from '#lib/analysis/analyses.ts';
import { pageOfAll } from '#lib/analysis/page-of-all.ts';
import { recordRead } from '#lib/audit/record-read.ts';
import { list, readsQuotes } from '#lib/contract/analyses.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  requireScopes(caller, [readsQuotes]);
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const analyses = (await readAnalyses(conversation.id)).filter((one) => isShownTo(caller, one));
  await recordRead(list, caller, conversation);
  const shown = await Promise.all(analyses.map((one) => representTo(caller, one)));
  return pageOfAll(shown, { ...page, ...query }, ({ analyzer_id }) => analyzer_id);
});

import { isShownTo, readAnalyses, representTo } from '#lib/analysis/analyses.ts';
import { pageOfAll } from '#lib/analysis/page-of-all.ts';
import { list } from '#lib/contract/analyses.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { requireWords } from '#lib/http/require-words.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const recordWords = requireWords(list, caller);
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const analyses = (await readAnalyses(conversation.id)).filter((one) => isShownTo(caller, one));
  await recordWords([conversation]);
  const shown = await Promise.all(analyses.map((one) => representTo(caller, one)));
  return pageOfAll(shown, { ...page, ...query }, ({ analyzer_id }) => analyzer_id);
});

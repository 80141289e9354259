import { analyzeAgain } from '#lib/analysis/analyze-again.ts';
import { findVisibleAnalyzer } from '#lib/analysis/analyzers.ts';
import { create } from '#lib/contract/analyses.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  if (!isOver(conversation)) return fail('conversation_active');
  const { analyzer_id } = body;
  if (analyzer_id && !(await findVisibleAnalyzer(caller, analyzer_id))) return fail('analyzer_not_found');
  return analyzeAgain(caller, conversation, analyzer_id);
});

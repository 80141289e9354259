import { representTo } from '#lib/analysis/analyses.ts';
import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { refusalOf } from '#lib/analysis/applying.ts';
import { previewAnalysis } from '#lib/analysis/preview.ts';
import { preview } from '#lib/contract/analyses.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { handle } from '#lib/http/handle.ts';
import { requireWords } from '#lib/http/require-words.ts';
import { judge } from '#lib/model/judge.ts';

export const handler = handle(preview, async ({ params, body, caller, fail }) => {
  const recordWords = requireWords(preview, caller);
  const analyzer = (await analyzers.find(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
  const conversation =
    (await findConversation(caller, body.conversation_id)) ?? fail('conversation_not_found');
  const { client_id: owner } = analyzer;
  // The analyzer of another organization would count its tokens there.
  if (owner !== null && !conversation.path.includes(owner)) return fail('conversation_not_found');
  const refusal = await refusalOf(analyzer);
  if (refusal) return fail(refusal.code, { extensions: { client_id: refusal.client_id } });
  await recordWords([conversation]);
  return representTo(caller, await previewAnalysis(analyzer, conversation, body.draft, judge));
});

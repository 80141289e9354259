import type { AnalyzerInput } from '#lib/contract/analyzers.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import type { Judge } from '#lib/domain/analysis/judge.ts';
import { checkPatterns } from '#lib/domain/analysis/patterns.ts';
import { shownTurn } from '#lib/domain/chats/author.ts';
import type { AnalysisRecord } from './analyses.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { purseOf } from './budget.ts';
import { countUseOf } from './count-use.ts';
import { makeAnalysis } from './make.ts';

/** Less than API Gateway waits. */
const longestMs = 24_000;

/** Analyzes a conversation by an analyzer, or by a draft of it, and stores nothing but the tokens. */
export const previewAnalysis = async (
  saved: AnalyzerRecord,
  conversation: ConversationRecord,
  draft: AnalyzerInput | undefined,
  judge: Judge,
): Promise<AnalysisRecord> => {
  if (draft) checkPatterns(draft);
  const { client_id, tokens_per_month } = saved;
  // A draft does not lift the limits of the analyzer that pays for it.
  const analyzer: AnalyzerRecord = { ...saved, ...draft, client_id, tokens_per_month };
  const until = Date.now() + longestMs;
  const turns = (await readAllTurns(conversation.id)).map(shownTurn);
  const analysis = await makeAnalysis(analyzer, conversation, turns, {
    judge,
    purse: purseOf(analyzer),
    millisecondsLeft: () => Math.max(0, until - Date.now()),
  });
  await countUseOf(conversation, [analysis]);
  return analysis;
};

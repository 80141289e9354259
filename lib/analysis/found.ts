import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { AnalysisRecord } from './analyses.ts';
import { isShownTo, readAnalysis } from './analyses.ts';

export interface FoundAnalysis {
  readonly conversation: ConversationRecord;
  /** Absent: there is none that the caller may see. */
  readonly analysis: AnalysisRecord | undefined;
}

/** A conversation that the caller reaches, and its analysis by an analyzer. */
export const findAnalysis = async (
  caller: Caller,
  conversationId: string,
  analyzerId: string,
): Promise<FoundAnalysis | undefined> => {
  const conversation = await findConversation(caller, conversationId);
  if (!conversation) return undefined;
  const analysis = await readAnalysis(conversationId, analyzerId);
  return { conversation, analysis: analysis && isShownTo(caller, analysis) ? analysis : undefined };
};

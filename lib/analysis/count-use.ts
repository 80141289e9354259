import { countUses } from '#lib/billing/counting.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { factOfAnalysis } from '#lib/domain/usage/fact.ts';
import type { AnalysisRecord } from './analyses.ts';

/**
 * Counts the tokens of analyses in the usage of the organizations that own their analyzers, and of those
 * above. A failure is only logged: the models are paid, and another attempt would pay them again.
 */
export const countUseOf = async (
  { agent_id: agent, client_id: client, channel, provider, path, test_from }: ConversationRecord,
  analyses: readonly AnalysisRecord[],
): Promise<void> => {
  const uses = analyses.flatMap(({ usage, cost, depth, analyzed_at }) => {
    if (!usage) return [];
    const { input_tokens, output_tokens } = usage;
    const chat = { messages: 0, input_tokens, output_tokens };
    const use = { agent, client, channel, provider: provider?.name ?? null, cost, chat };
    const fact = factOfAnalysis(use, Date.parse(analyzed_at));
    return [{ path, test_from: test_from ?? undefined, counted_to: depth, fact }];
  });
  try {
    await countUses(uses);
  } catch (error) {
    console.error({ message: 'The tokens of analyses were not counted', error: (error as Error).stack });
  }
};

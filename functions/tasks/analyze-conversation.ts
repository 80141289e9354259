import type { AnalysisCriteria } from '#lib/analysis/analyze.ts';
import { analyzeConversation } from '#lib/analysis/analyze.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { judge } from '#lib/model/judge.ts';

/** Analyzes a conversation by the analyzers that apply to it. */
export const handler = handleTask(
  'analyze_conversation',
  async ({ id, state }, _timeLeft, millisecondsLeft) => {
    const wanted: AnalysisCriteria = state === undefined ? {} : JSON.parse(state);
    const [conversationId = id] = id.split('#');
    const { left } = await analyzeConversation(conversationId, wanted, judge, millisecondsLeft);
    return left.length > 0 ? { again: new Date(), state: { ...wanted, analyzers: left } } : 'done';
  },
);

import { continueRun } from '#lib/analysis/runs.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { judge } from '#lib/model/judge.ts';

/** Analyzes earlier conversations, page by page. */
export const handler = handleTask('analyze_history', async ({ id }, timeLeft, millisecondsLeft) =>
  (await continueRun(id, judge, timeLeft, millisecondsLeft)) ? 'done' : { again: new Date() },
);

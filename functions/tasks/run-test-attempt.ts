import { handleTask } from '#lib/events/handle-task.ts';
import { continueAttempt } from '#lib/test-suites/attempt.ts';

/** Holds one test conversation with an agent, and judges it. */
export const handler = handleTask('test_attempts', async ({ id }, _timeLeft, millisecondsLeft) =>
  (await continueAttempt(id, millisecondsLeft)) ? 'done' : { again: new Date() },
);

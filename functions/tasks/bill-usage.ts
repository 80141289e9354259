import { billingTaskOf } from '#lib/billing/billing-tasks.ts';
import { watchLimit } from '#lib/billing/limits.ts';
import { finalizeStatements } from '#lib/billing/statements.ts';
import { answersTaskOf, billUnreported } from '#lib/calls/unreported.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/**
 * Reports the thresholds that an organization's usage has reached, makes its statements final, or bills the
 * answers in a call that nobody has reported.
 */
export const handler = handleTask('bill_usage', async ({ id, state }, timeLeft) => {
  const call = answersTaskOf(id);
  if (call) return (await billUnreported(call, state === undefined ? 0 : Number(state))) ?? 'done';
  const { clientId, statements } = billingTaskOf(id);
  if (statements) return finalizeStatements(clientId, timeLeft);
  await watchLimit(clientId);
  return 'done';
});

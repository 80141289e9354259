import { billingTaskOf } from '#lib/billing/billing-tasks.ts';
import { watchLimit } from '#lib/billing/limits.ts';
import { finalizeStatements } from '#lib/billing/statements.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Reports the thresholds that an organization's usage has reached, or makes its statements final. */
export const handler = handleTask('bill_usage', async ({ id }, timeLeft) => {
  const { clientId, statements } = billingTaskOf(id);
  if (statements) return finalizeStatements(clientId, timeLeft);
  await watchLimit(clientId);
  return 'done';
});

import { handleTask } from '#lib/events/handle-task.ts';
import { tendWebhook } from '#lib/webhooks/tend.ts';

/** Sends messages of a webhook again, removes them, or lets it have the events that it missed. */
export const handler = handleTask('tend_webhook', async (task, timeLeft) => {
  const left = await tendWebhook(task, timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left };
});

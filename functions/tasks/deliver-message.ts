import { postMessage } from '#lib/delivery/post-message.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { deliverMessage } from '#lib/webhooks/deliver.ts';

/** Makes one attempt to deliver a message to a webhook. */
export const handler = handleTask('deliver_message', (task) => deliverMessage(task, postMessage));

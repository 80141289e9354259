import { get } from '#lib/contract/webhook-messages.ts';
import { recordRead } from '#lib/data/audit/record-read.ts';
import { subjectOfPayload } from '#lib/data/audit/subject-of-payload.ts';
import { findMessage, readMessage } from '#lib/data/webhooks/messages.ts';
import { findWebhook } from '#lib/data/webhooks/webhooks.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const webhook = await findWebhook(caller, params.webhook_id);
  if (!webhook) return fail('webhook_not_found');
  const message = await findMessage(webhook.id, params.message_id);
  if (!message) return fail('message_not_found');
  const { entity, id } = message;
  const conversationId = entity.startsWith('conv_') ? entity : null;
  await recordRead(get, caller, await subjectOfPayload(conversationId, { id, path: webhook.path }));
  return readMessage(caller, webhook, message);
});

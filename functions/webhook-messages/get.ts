import { recordRead } from '#lib/audit/record-read.ts';
import { get } from '#lib/contract/webhook-messages.ts';
import { subjectOfPayload } from '#lib/conversations/subject-of-payload.ts';
import { handle } from '#lib/http/handle.ts';
import { findMessage, readMessage } from '#lib/webhooks/messages.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  const message = (await findMessage(webhook.id, params.message_id)) ?? fail('message_not_found');
  const { entity, id } = message;
  const conversationId = entity.startsWith('conv_') ? entity : null;
  await recordRead(get, caller, await subjectOfPayload(conversationId, { id, path: webhook.path }));
  return readMessage(caller, webhook, message);
});

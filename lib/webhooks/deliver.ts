import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt } from '#lib/contract/webhooks.ts';
import { retryAfterMs } from '#lib/domain/retry-after.ts';
import type { Health } from '#lib/domain/webhooks/health.ts';
import { afterFailure, hasFailedTooLong } from '#lib/domain/webhooks/health.ts';
import { pauseAfter } from '#lib/domain/webhooks/schedule.ts';
import { isDisabled, maySendNow } from '#lib/domain/webhooks/selection.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { openSigningSecrets } from '#lib/store/secrets/open-signing-secrets.ts';
import type { Task } from '#lib/store/tasks/tasks.ts';
import type { MessageRecord } from './messages.ts';
import {
  attemptItem,
  bodyOf,
  deliveryFromId,
  hasPayload,
  messageFromItem,
  messageItem,
  messageKey,
  messageKeys,
  messagePayloadKey,
  payloadFor,
} from './messages.ts';
import { nextMoment } from './pace.ts';
import type { Data } from './payloads.ts';
import type { WebhookRecord } from './webhooks.ts';
import { disableWebhook, secretContext, webhooks } from './webhooks.ts';

/** A message to send to a server. */
export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** The result of an attempt: the server's answer, or its absence. */
export interface Answer extends Omit<Attempt, 'at'> {
  readonly delivered: boolean;
  readonly retry_after?: string | undefined;
}

export type Post = (message: OutgoingMessage) => Promise<Answer>;

/** The result of a run: done, or the time at which to continue. */
export type DeliveryResult = 'done' | { readonly again: Date; readonly state?: unknown };

/** The status with which a server ends its subscription. */
const gone = 410;

/** Replaces a message, unless it was sent again, tried by another run, or removed in the meantime. */
const keep = async ({ round, attempts }: MessageRecord, after: MessageRecord): Promise<void> => {
  await putIf(messageItem(after), {
    ConditionExpression: 'round = :round AND attempts = :attempts',
    ExpressionAttributeValues: { ':round': round, ':attempts': attempts },
  });
};

/** Records an attempt in the health of the webhook. Returns true if it has failed for too long. */
const noteHealth = async (
  { id }: WebhookRecord,
  known: Health | undefined,
  { delivered }: Answer,
): Promise<boolean> => {
  const key = keyOf('webhook_health', id);
  if (delivered) {
    if (known) await batchWrite({ removals: [key] });
    return false;
  }
  const now = Date.now();
  const health = afterFailure(known, now);
  if (health !== known) await batchWrite({ puts: [{ ...key, ...health }] });
  return hasFailedTooLong(health, now);
};

/**
 * Stores an attempt. An answer may repeat the data that was sent, so if that was erased in the meantime, the
 * answer is not stored either.
 */
const keepAttempt = async (message: MessageRecord, attempt: Attempt): Promise<void> => {
  const item = attemptItem(message, message.attempts, attempt);
  await batchWrite({ puts: [item] });
  if (attempt.response === null || !message.full || (await get(messagePayloadKey(message)))) return;
  await batchWrite({ puts: [{ ...item, response: null }] });
};

/** The time at which the limit of its webhook lets a message be sent. */
interface Turn {
  readonly moment: number;
  /** The number of earlier attempts. Absent in turns that an earlier version took. */
  readonly tries?: number;
}

/** Waits until the webhook may be sent a message; a time that is too far off is taken for later. */
const waitForTurn = async (
  { id, per_second }: WebhookRecord,
  { tries }: MessageRecord,
  turn: Turn | undefined,
): Promise<DeliveryResult | undefined> => {
  // It was brought forward after its webhook's limit was raised, and the task of that attempt goes on.
  if (turn?.tries !== undefined && turn.tries !== tries) return 'done';
  if (per_second === null) return undefined;
  const moment = turn?.moment ?? (await nextMoment(id, per_second));
  const ahead = moment - Date.now();
  if (ahead > 1000) return { again: new Date(moment - 500), state: { moment, tries } satisfies Turn };
  if (ahead > 0) await wait(ahead);
  return undefined;
};

/** The payload of a message, while it is stored. */
const payloadOf = async (webhook: WebhookRecord, message: MessageRecord): Promise<Data | undefined> => {
  const item = hasPayload(webhook, message) ? await get(messagePayloadKey(message)) : undefined;
  return item && payloadFor(webhook, item);
};

/** Makes one attempt to deliver a message, stores the result, and returns the time of the next attempt. */
export const deliverMessage = async (
  { id: taskId, state }: Pick<Task, 'id' | 'state'>,
  post: Post,
): Promise<DeliveryResult> => {
  const { webhook_id, id, round } = deliveryFromId(taskId);
  const [hookItem, item, healthItem] = await batchGet([
    keyOf('webhook', webhook_id),
    messageKey(webhook_id, id),
    keyOf('webhook_health', webhook_id),
  ]);
  if (!item) return 'done';
  const message = messageFromItem(item);
  // The message may have been written from a cached list of webhooks after the webhook was removed.
  if (!hookItem) await batchWrite({ removals: messageKeys(message) });
  if (!hookItem) return 'done';
  const webhook = webhooks.fromItem(hookItem);
  if (message.round !== round || message.status !== 'pending' || webhook.url === null) return 'done';
  if (isDisabled(webhook) || !maySendNow(webhook.events, message.event)) {
    await keep(message, { ...message, status: 'failed', next_attempt_at: null });
    return 'done';
  }
  const later = await waitForTurn(
    webhook,
    message,
    state === undefined ? undefined : (JSON.parse(state) as Turn),
  );
  if (later) return later;

  const [payload, secrets] = await Promise.all([
    payloadOf(webhook, message),
    openSigningSecrets(webhook, secretContext(webhook.id)),
  ]);
  const at = new Date().toISOString();
  const body = JSON.stringify(await bodyOf(message, payload));
  const { delivered, retry_after, ...answered } = await post({ id, url: webhook.url, body, secrets });
  const tried = { ...message, attempts: message.attempts + 1, tries: message.tries + 1 };
  await keepAttempt(tried, { at, ...answered });
  const isDead = await noteHealth(webhook, healthItem as unknown as Health | undefined, {
    delivered,
    ...answered,
  });
  const isGone = answered.status_code === gone;
  if (isGone || isDead) await disableWebhook(webhook_id, isGone ? 'gone' : 'failing');

  const now = Date.now();
  const isOver = delivered || isGone || isDead;
  const pause = isOver ? undefined : pauseAfter(tried.tries, retryAfterMs(retry_after, now));
  const again = pause === undefined ? undefined : new Date(now + pause);
  await keep(message, {
    ...tried,
    status: delivered ? 'delivered' : again ? 'pending' : 'failed',
    next_attempt_at: again?.toISOString() ?? null,
    delivered_at: delivered ? new Date(now).toISOString() : message.delivered_at,
  });
  return again ? { again } : 'done';
};

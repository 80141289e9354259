import type { Event } from '#lib/store/events/events.ts';
import { eventsBetween } from '#lib/store/events/recent-events.ts';
import type { ReadPage } from '#lib/store/lists/listing.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { withEach } from '#lib/store/lists/sweep.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Task } from '#lib/store/tasks/tasks.ts';
import { ownersOfEvent, sendTo } from './fan-out.ts';
import { ownerOfWebhook } from './listeners.ts';
import type { MessageRecord } from './messages.ts';
import { deliveryItems, messageFromItem, messageKeys, messageQuery, resendMessage } from './messages.ts';
import { isSelected, selectionQuery } from './selections.ts';
import type { MissedPeriod, Selection, TendingTask } from './tending.ts';
import { endResending, webhookOfTask } from './tending.ts';
import type { WebhookRecord } from './webhooks.ts';
import { listenerOf, webhooks } from './webhooks.ts';

/** The result of a run: done, or the remaining work. */
export type TendingResult = 'done' | TendingTask;

const pageSize = 100;

/** Walks through messages page by page. If time runs out, returns the sort key that it has reached. */
const walk = async (
  read: ReadPage,
  first: string | undefined,
  task: (messages: MessageRecord[]) => Promise<unknown>,
  timeLeft: TimeLeft,
): Promise<string | undefined> => {
  for await (const { items, last } of listPages(read, pageSize, first)) {
    await task(items.map(messageFromItem));
    if (last && !timeLeft()) return last.sk;
  }
  return undefined;
};

const resendOne = async (webhook: WebhookRecord, by: string, message: MessageRecord): Promise<boolean> => {
  try {
    await commit(resendMessage(webhook, message, by).operations);
    return true;
  } catch (error) {
    // Another run is delivering it, or sending it again.
    if (error instanceof Stale) return false;
    throw error;
  }
};

/**
 * Sends messages again. A run that is repeated after a failure skips those that the task has sent again
 * already.
 */
const resend = async (
  webhook: WebhookRecord,
  by: string,
  selection: Selection,
  timeLeft: TimeLeft,
): Promise<TendingResult> => {
  const resendPage = async (messages: MessageRecord[]): Promise<void> => {
    const selected = messages.filter(
      (message) => message.resent_by !== by && isSelected(webhook, selection, message),
    );
    const { failed } = await withEach(
      selected,
      (message) => resendOne(webhook, by, message),
      () => true,
    );
    if (failed > 0) throw new Error(`${failed} messages could not be sent again`);
  };
  const read = reader(selectionQuery(webhook.id, selection));
  const after = await walk(read, selection.after, resendPage, timeLeft);
  return after === undefined ? 'done' : { what: 'resend', ...selection, after };
};

/** Removes the messages of a removed webhook, and the answers of servers to them. */
const removeMessages = async (webhookId: string, timeLeft: TimeLeft): Promise<TendingResult> => {
  const removePage = async (messages: MessageRecord[]): Promise<void> => {
    await batchWrite({ removals: messages.flatMap(messageKeys) });
  };
  const read = reader(messageQuery(webhookId, {}, 'asc'));
  const after = await walk(read, undefined, removePage, timeLeft);
  return after === undefined ? 'done' : { what: 'remove' };
};

const catchUp = async (
  webhook: WebhookRecord,
  { since, until, from }: MissedPeriod,
  timeLeft: TimeLeft,
): Promise<TendingResult> => {
  const owner = ownerOfWebhook(webhook);
  const send = async (event: Event): Promise<boolean> => {
    await sendTo([listenerOf(webhook)], event);
    return true;
  };
  for await (const { events, next } of eventsBetween(since, until, from)) {
    const missed = events.filter((event) => ownersOfEvent(event).includes(owner));
    const { failed } = await withEach(missed, send, () => true);
    // Existing messages are not written again.
    if (failed > 0) throw new Error(`${failed} events could not be caught up with`);
    if (next && !timeLeft()) return { what: 'catch_up', since, until, from: next };
  }
  return 'done';
};

/**
 * Gives messages that wait for their turn a task that takes another one, as if they had not been tried yet.
 * The task that waits finds the message sent, or tried, and ends. A message that waits for its next attempt
 * after a failure is not due, and is left alone.
 */
const hasten = async (
  webhookId: string,
  first: string | undefined,
  timeLeft: TimeLeft,
): Promise<TendingResult> => {
  const hastenPage = async (messages: MessageRecord[]): Promise<void> => {
    const now = new Date().toISOString();
    const waiting = messages.filter(({ next_attempt_at }) => (next_attempt_at ?? now) <= now);
    await batchWrite({ puts: waiting.flatMap(deliveryItems) });
  };
  const read = reader(messageQuery(webhookId, { status: 'pending' }, 'asc'));
  const after = await walk(read, first, hastenPage, timeLeft);
  return after === undefined ? 'done' : { what: 'hasten', after };
};

/** Does what is to be done about a webhook, and returns what is left of it when time runs out. */
export const tendWebhook = async (
  task: Pick<Task, 'id' | 'state'>,
  timeLeft: TimeLeft,
): Promise<TendingResult> => {
  const id = webhookOfTask(task);
  const tending = JSON.parse(task.state ?? '{}') as TendingTask;
  if (tending.what === 'remove') return removeMessages(id, timeLeft);
  if (tending.what === 'hasten') return hasten(id, tending.after, timeLeft);
  const webhook = await webhooks.read(id);
  if (tending.what === 'catch_up') return webhook ? catchUp(webhook, tending, timeLeft) : 'done';
  const tended = webhook ? await resend(webhook, task.id, tending, timeLeft) : 'done';
  if (tended === 'done') await endResending(task, tending);
  return tended;
};

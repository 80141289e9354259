import { readConversation } from '#lib/conversations/conversations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { because, causeOf } from '#lib/store/cause.ts';
import type { Event } from '#lib/store/events/events.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import type { Item } from '#lib/store/table.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { analyzed } from './applying.ts';

/** The time for late reports of a provider to arrive. On one machine, there is none. */
const delayMs = (): number => Number(process.env.ANALYSIS_DELAY_MS ?? 30_000);

/** Whether there is anything to analyze: turns may also be appended while a conversation is active. */
const hasEnded = async ({ type, entity }: Event): Promise<boolean> => {
  if (type === 'conversation.ended') return true;
  const conversation = await readConversation(entity);
  return conversation !== undefined && isOver(conversation);
};

const taskOf = async (event: Event): Promise<Item[]> => {
  if (!(await hasEnded(event))) return [];
  const due = new Date(Date.parse(event.created_at) + delayMs()).toISOString();
  const group = event.client_id ?? event.entity;
  return because(causeOf(event), async () => [
    taskItem({ kind: 'analyze_conversation', id: event.entity, group, due }),
  ]);
};

/**
 * Begins the analysis of conversations that have ended, or have more turns since. An event that is followed
 * twice makes the same task. If no analyzer applies, nothing is written.
 */
export const beginAnalyses = async (events: readonly Event[]): Promise<void> => {
  const puts = (await Promise.all((await analyzed(events)).map(taskOf))).flat();
  const unique = [...new Map(puts.map((item) => [`${item.pk} ${item.sk}`, item])).values()];
  if (unique.length > 0) await batchWrite({ puts: unique });
};

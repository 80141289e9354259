import { finishRemoval } from '#lib/agents/agent-removal.ts';
import { finishAnalyzerRemoval } from '#lib/analysis/analyzer-removal.ts';
import { endStreamOf } from '#lib/chats/end-stream.ts';
import type { StreamToEnd } from '#lib/conversations/end-listening.ts';
import { listenedIn } from '#lib/conversations/end-listening.ts';
import { finishErasure } from '#lib/erasures/conversation-erasure.ts';
import { finishPeopleRemoval, finishSettlement } from '#lib/erasures/end-access.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { receiveIfUploaded } from '#lib/recordings/uploaded.ts';

/**
 * An upload may begin shortly before its link expires, and take long: when it is looked for again, in minutes
 * from the look before.
 */
const furtherLooks = [60, 24 * 60] as const;

/** Does what should have followed a write and has not been done, which as a rule is nothing. */
export const handler = handleTask('second_look', async ({ id, state }) => {
  if (id.startsWith('agent_')) {
    await finishRemoval(id);
    return 'done';
  }
  if (id.startsWith('anl_')) {
    await finishAnalyzerRemoval(id);
    return 'done';
  }
  if (id.startsWith('mem_')) {
    await finishSettlement(state ?? '{}');
    return 'done';
  }
  if (id.startsWith('con_')) {
    await finishPeopleRemoval(id, state ?? '{}');
    return 'done';
  }
  const listened = listenedIn(id);
  if (listened !== undefined) {
    await endStreamOf(listened, JSON.parse(state ?? '{}') as StreamToEnd);
    return 'done';
  }
  await finishErasure(id);
  const isAwaited = await receiveIfUploaded(id);
  const looks = state === undefined ? 0 : (JSON.parse(state) as number);
  const minutes = furtherLooks[looks];
  if (!isAwaited || minutes === undefined) return 'done';
  return { again: new Date(Date.now() + minutes * 60_000), state: looks + 1 };
});

import { maxWaitSeconds } from '#lib/contract/webhook-messages.ts';
import { taskKindOf } from '#lib/data/tasks/kinds.ts';

export const memoryMb = 512;

/** The folders of functions that answer no route: what follows events, what the clock runs, and what works off tasks. */
export const unroutedFolders = ['events', 'clock', 'tasks'] as const;

/** The functions that the clock runs, and how many minutes after each other. */
export const scheduleMinutes: Readonly<Record<string, number>> = {
  'clock.endStaleConversations': 5,
  'clock.restartTasks': 1,
  'clock.retryParked': 15,
  'clock.sendHeartbeats': 15,
  'clock.applyRetention': 60,
};

/** The function that answers requests for which there is no route. */
export const unrouted = 'events.unrouted';

/** Whether the function answers requests, rather than following events or the clock. */
export const answersRequests = (id: string): boolean =>
  id === unrouted || !unroutedFolders.some((folder) => id.startsWith(`${folder}.`));

/** They wait for a language model, for a voice provider, or for the API itself. */
const asksOthers: ReadonlySet<string> = new Set([
  'agents.test',
  'speech.create',
  'deployments.create',
  'deployments.get',
  'deployments.remove',
  'mcp.call',
]);

/**
 * How long a function may take. One that answers a route ends far below API Gateway's 30 seconds; one that follows
 * events has ten of them at once, and nobody waiting; one that the clock runs goes on where it ended. One that asks a
 * language model gives that as long as it can and still answers before API Gateway does; one that waits for messages
 * does so for as long as it is asked to.
 */
export const timeoutSeconds = (id: string): number => {
  if (id in scheduleMinutes) return 240;
  if (asksOthers.has(id)) return 29;
  if (id === 'webhookMessages.list') return maxWaitSeconds + 5;
  return taskKindOf(id)?.seconds ?? (answersRequests(id) ? 10 : 60);
};

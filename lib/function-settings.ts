export const memoryMb = 512;

/** The functions that the clock runs, and how many minutes after each other. */
export const scheduleMinutes: Readonly<Record<string, number>> = {
  'events.endStaleConversations': 5,
  'events.retryParked': 15,
  'events.applyRetention': 60,
};

/** Whether the function answers requests, rather than following events or the clock. */
export const answersRequests = (id: string): boolean => !id.startsWith('events.') || id === 'events.unrouted';

/**
 * How long a function may take. One that answers a route ends far below API Gateway's 30 seconds; one that follows
 * events has ten of them at once, and nobody waiting; one that the clock runs goes on where it ended. One that asks a
 * language model gives that as long as it can and still answers before API Gateway does.
 */
export const timeoutSeconds = (id: string): number => {
  if (id in scheduleMinutes) return 240;
  if (id === 'agents.test') return 29;
  return answersRequests(id) ? 10 : 60;
};

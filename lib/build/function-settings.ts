import { operations } from '#lib/contract/index.ts';
import type { FollowerFunction } from '#lib/store/events/followers.ts';
import type { TaskKind, taskKinds } from '#lib/store/tasks/kinds.ts';
import { taskKindOf } from '#lib/store/tasks/kinds.ts';

const readingMany: ReadonlySet<string> = new Set(
  operations.filter(({ route }) => route.readsMany).map(({ id }) => id),
);

/**
 * The memory of a function. Its share of a processor grows with it: at 1,769 MB, it has one
 * (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). A digest contains a hash of each record
 * of an hour.
 */
export const memoryMb = (id: string): number =>
  readingMany.has(id) || id === 'clock.sealAudit' ? 1769 : 512;

/**
 * The folders of functions that answer no requests: followers of events, scheduled functions and processors
 * of tasks, what other functions invoke, and those of sockets.
 */
export const backgroundFolders = ['events', 'clock', 'tasks', 'tools', 'sockets'] as const;

/** The functions that the clock runs, and how many minutes after each other. */
export const scheduleMinutes = {
  'clock.endStaleConversations': 5,
  'clock.restartTasks': 1,
  'clock.checkWatchers': 1,
  'clock.retryParked': 15,
  'clock.sendHeartbeats': 15,
  'clock.applyRetention': 60,
  'clock.sealAudit': 60,
} as const satisfies Readonly<Record<`clock.${string}`, number>>;

/** Every function that answers no requests. A table by this type does not compile without one of them. */
export type BackgroundFunction =
  | keyof typeof scheduleMinutes
  | FollowerFunction
  | 'events.recordingUploaded'
  | typeof toolFunction
  | typeof callSocketFunction
  | (typeof taskKinds)[TaskKind]['function'];

/** The function that connects to tool servers for other functions. */
export const toolFunction = 'tools.askServer';

/** The function that speaks in calls, for the WebSocket API that carriers connect to. */
export const callSocketFunction = 'sockets.calls';

/** The function that answers requests for which there is no route. */
export const unrouted = 'service.unrouted';

/** Whether the function answers requests, rather than following events or the clock. */
export const answersRequests = (id: string): boolean =>
  !backgroundFolders.some((folder) => id.startsWith(`${folder}.`));

/** The functions of routes that wait for a language model, a voice provider, messages or the API itself. */
const waiting: ReadonlySet<string> = new Set(
  operations.filter(({ route }) => route.asksModel || route.waits).map(({ id }) => id),
);

export const waitsForOthers = (id: string): boolean => waiting.has(id);

/** The functions whose answers are streamed. The gateway does not wait for their end. */
const streaming: ReadonlySet<string> = new Set(
  operations.filter(({ route }) => route.streams).map(({ id }) => id),
);

/**
 * The timeout of a function, in seconds. A route's function ends long before API Gateway's 30 seconds. If the
 * route waits for other services, its function may use most of that time, and still answers before API
 * Gateway does. The answer of an agent with its tools may take longer if it is streamed. A follower processes
 * ten events at a time, and no caller waits for it. A scheduled function continues where it stopped.
 */
export const timeoutSeconds = (id: string): number => {
  if (id in scheduleMinutes) return 240;
  if (streaming.has(id)) return 120;
  if (waitsForOthers(id) || id === callSocketFunction) return 29;
  return taskKindOf(id)?.seconds ?? (answersRequests(id) ? 10 : 60);
};

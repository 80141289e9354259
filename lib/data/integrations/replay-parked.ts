import { idIn } from '../keys.ts';
import type { TimeLeft } from '../lists/sweep.ts';
import { isComplete, sweepList } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { readClient } from '../organizations/clients.ts';
import type { Item } from '../table.ts';
import { taskKinds } from '../tasks/kinds.ts';
import { taskWrite } from '../tasks/tasks.ts';
import { listEvents, replayEvent } from './provider-events.ts';

const pageSize = 50;

/**
 * Lets every event of an integration that is parked be processed again, oldest first. What is parked again meanwhile is not
 * visited twice: the place in the list is kept from page to page.
 */
const replayParked = async (
  integrationId: string,
  from: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly after: string }> => {
  let after = from;
  while (timeLeft()) {
    const { data, next } = await listEvents(
      integrationId,
      { status: 'parked' },
      { order: 'asc', limit: pageSize, ...(after !== undefined && { position: { after } }) },
    );
    for (const event of data) await commit(replayEvent(event).operations);
    if (!next) return 'done';
    after = String(next.after);
  }
  return { after: after ?? '' };
};

/** How far a replay is. */
export interface Replay {
  /** Where the list goes on; absent: at its beginning. */
  readonly after?: string;
  /** It is the second time. */
  readonly again?: true;
}

/** An event that was being processed when the replay began may be parked until then. */
const secondLookMs = (taskKinds.provider_events.seconds + 5) * 1000;

/** Replays the parked events of an integration, and later those that were just being parked. */
export const replayTwice = async (
  integrationId: string,
  { after, again }: Replay,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly again: Date; readonly state: Replay }> => {
  const left = await replayParked(integrationId, after, timeLeft);
  if (left !== 'done') return { again: new Date(), state: { ...left, ...(again && { again }) } };
  return again ? 'done' : { again: new Date(Date.now() + secondLookMs), state: { again: true } };
};

/**
 * Creates a task for each integration whose parked events can be about calls of an organization: for those of the organization, its
 * descendants and its ancestors. Returns whether time was left for all of them.
 */
export const replayParkedOfClient = async (clientId: string, timeLeft: TimeLeft): Promise<boolean> => {
  const client = await readClient(clientId);
  if (!client) return true;
  const replay = async ({ sk }: Item): Promise<boolean> => {
    const id = idIn(sk);
    await commit([taskWrite({ kind: 'replay_parked', id, group: id })]);
    return true;
  };
  const below = await sweepList({ list: 'integrations', owner: clientId }, replay, timeLeft);
  const above = new Set<unknown>(client.path.slice(0, -1));
  const [top] = client.path;
  if (above.size === 0 || !top) return isComplete(below, timeLeft);
  // The list of the topmost organization contains the integrations of all the others.
  const ofAncestors = await sweepList(
    { list: 'integrations', owner: top },
    async (entry) => above.has(entry.client_id) && replay(entry),
    timeLeft,
  );
  return isComplete(below, timeLeft) && isComplete(ofAncestors, timeLeft);
};

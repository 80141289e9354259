import { readClient } from '#lib/organizations/clients.ts';
import { idIn } from '#lib/store/keys.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { isComplete, sweepList } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Item } from '#lib/store/table.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { listEvents, replayEvent } from './provider-events.ts';

const pageSize = 50;

/**
 * Processes all parked events of an integration again, oldest first. Events that are parked again in the
 * meantime are not repeated, because the position in the list advances.
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

/** The progress of a replay. */
export interface Replay {
  /** The position at which the list continues; absent: at its beginning. */
  readonly after?: string;
  /** Whether it is the second pass. */
  readonly again?: true;
}

/** An event that was being processed when the replay began may be parked within this time. */
const secondLookMs = (taskKinds.provider_events.seconds + 5) * 1000;

/** Processes the parked events of an integration again, and later those that were parked in the meantime. */
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
 * Creates a task for each integration whose parked events can be about calls of an organization: for those of
 * the organization, its descendants and its ancestors. Returns whether time was left for all of them.
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

import { idIn } from '../keys.ts';
import type { TimeLeft } from '../lists/sweep.ts';
import { isComplete, sweepList } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { readClient } from '../organizations/clients.ts';
import { taskWrite } from '../tasks/tasks.ts';
import { readIntegration } from './integrations.ts';
import { listEvents, replayEvent } from './provider-events.ts';

const pageSize = 50;

/**
 * Lets every event of an integration that is parked be processed again, oldest first. What is parked again meanwhile is not
 * visited twice: the place in the list is kept from page to page.
 */
export const replayParked = async (
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

/**
 * Lets the parked events be processed again that can be about calls of an organization: those of its integrations, and of the integrations
 * of its ancestors and descendants. Whether all of them were visited in the time.
 */
export const replayParkedOfClient = async (clientId: string, timeLeft: TimeLeft): Promise<boolean> => {
  const client = await readClient(clientId);
  if (!client) return true;
  // The list of the organization at the top has the integrations of all others.
  const [top = clientId] = client.path;
  const swept = await sweepList(
    { list: 'integrations', owner: top },
    async ({ sk }) => {
      const integration = await readIntegration(idIn(sk));
      if (!integration) return false;
      const isAbove = client.path.includes(integration.client_id);
      if (!isAbove && !integration.path.includes(clientId)) return false;
      await commit([taskWrite({ kind: 'replay_parked', id: integration.id, group: integration.id })]);
      return true;
    },
    timeLeft,
  );
  return isComplete(swept, timeLeft);
};

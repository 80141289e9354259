import { agentKey, listPartition } from '../keys.ts';
import { get } from '../operations/get.ts';
import { removeItems } from '../operations/remove-items.ts';
import { removeDeliveries } from '../webhooks/payloads.ts';

/*
 * An agent is removed in two steps. The request's transaction takes away its record, without which nothing of it can be
 * reached, changed or added. The follower of the event then removes its versions, of which there may be any number, and its documents.
 */

/** Removes everything that belonged to an agent that is gone. */
export const finishRemoval = async (id: string): Promise<void> => {
  const key = agentKey(id);
  if (await get(key)) return;
  await removeItems({ pk: key.pk });
  await removeDeliveries(id);
  for (const list of ['versions', 'documents'] as const) {
    await removeItems({ pk: listPartition(id, list) });
  }
};

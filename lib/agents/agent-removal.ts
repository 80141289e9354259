import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { removeBelongings } from '#lib/store/operations/remove-belongings.ts';

/*
 * An agent is removed in two steps. The request's transaction removes its record, without which nothing of
 * the agent can be reached, changed or added. The follower of the event then removes its versions, of which
 * there may be any number, and its documents.
 */

/** Removes everything that belonged to a removed agent. */
export const finishRemoval = async (id: string): Promise<void> => {
  if (await get(keyOf('agent', id))) return;
  await removeBelongings('agent', id);
};

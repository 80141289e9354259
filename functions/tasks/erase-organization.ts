import { eraseContents, removeOrganizations, secondLookAt } from '#lib/erasures/organization-contents.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/**
 * Erases everything that an organization owns. Requests that began before its suspension may still add
 * something, so a second pass follows when all of them have ended. It also removes the organization and its
 * descendants.
 */
export const handler = handleTask('erase_organization', async ({ id, state }, timeLeft) => {
  const isSecond = state !== undefined;
  if (!(await eraseContents(id, isSecond, timeLeft)))
    return { again: new Date(), state: isSecond || undefined };
  if (!isSecond) return { again: await secondLookAt(id), state: true };
  return (await removeOrganizations(id, timeLeft)) ? 'done' : { again: new Date(), state: true };
});

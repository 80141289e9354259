import { eraseContents, removeOrganizations, secondLookAt } from '#lib/data/organizations/contents.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/**
 * Erases everything of an organization. Requests that had begun before it was suspended may still add something, so a second
 * run follows when all of them have ended, and removes the organization itself with its descendants.
 */
export const handler = handleTask('erase_organization', async ({ id, state }, timeLeft) => {
  const isSecond = state !== undefined;
  if (!(await eraseContents(id, timeLeft))) return { again: new Date(), state: isSecond || undefined };
  if (!isSecond) return { again: await secondLookAt(id), state: true };
  return (await removeOrganizations(id, timeLeft)) ? 'done' : { again: new Date(), state: true };
});

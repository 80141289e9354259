import type { Operation } from '#lib/store/operations/operation.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

const separator = '/statements';

/** Creates a task that checks the thresholds of an organization. */
export const billingTask = (clientId: string): Operation<never> =>
  taskWrite({ kind: 'bill_usage', id: clientId, group: clientId });

/** Creates a task that makes the statement of a period final when it is due. */
export const statementTask = (clientId: string, due: number): Operation<never> =>
  taskWrite({
    kind: 'bill_usage',
    id: `${clientId}${separator}`,
    group: clientId,
    due: new Date(due).toISOString(),
  });

/** Decodes the id of a task into the organization and the work. */
export const billingTaskOf = (id: string): { readonly clientId: string; readonly statements: boolean } => ({
  clientId: id.split(separator, 1)[0] as string,
  statements: id.endsWith(separator),
});

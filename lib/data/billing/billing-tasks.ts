import type { Operation } from '../operations/operation.ts';
import { taskWrite } from '../tasks/tasks.ts';

const separator = '/statements';

/** Has the thresholds of an organization looked at. */
export const billingTask = (clientId: string): Operation<never> =>
  taskWrite({ kind: 'bill_usage', id: clientId, group: clientId });

/** Has the statement of a period made final once it may be. */
export const statementTask = (clientId: string, due: number): Operation<never> =>
  taskWrite({
    kind: 'bill_usage',
    id: `${clientId}${separator}`,
    group: clientId,
    due: new Date(due).toISOString(),
  });

/** What the id of a task says. */
export const billingTaskOf = (id: string): { readonly clientId: string; readonly statements: boolean } => ({
  clientId: id.split(separator, 1)[0] as string,
  statements: id.endsWith(separator),
});

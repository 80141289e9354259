import type { Operation } from '../operations/operation.ts';
import { taskWrite } from '../tasks/tasks.ts';

const separator = '/descendants';

/** Has the newest usage of an owner summed up. */
export const sumTask = (owner: string): Operation<never> =>
  taskWrite({ kind: 'sum_usage', id: owner, group: owner });

/** Has the usage of an organization and of its descendants summed up again, because their time zone has changed. */
export const sumAgainTask = (clientId: string): Operation<never> =>
  taskWrite({ kind: 'sum_usage', id: `${clientId}${separator}`, group: clientId });

/** What the id of a task says. */
export const sumTaskOf = (id: string): { readonly owner: string; readonly descendants: boolean } => ({
  owner: id.split(separator, 1)[0] as string,
  descendants: id.endsWith(separator),
});

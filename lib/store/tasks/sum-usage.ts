import type { Operation } from '../operations/operation.ts';
import { taskWrite } from './tasks.ts';

const separator = '/descendants';

/** Creates a task that sums up the newest usage of an owner. */
export const sumTask = (owner: string): Operation<never> =>
  taskWrite({ kind: 'sum_usage', id: owner, group: owner });

/**
 * Creates a task that rebuilds the sums of an organization and its descendants after their time zone has
 * changed.
 */
export const sumAgainTask = (clientId: string): Operation<never> =>
  taskWrite({ kind: 'sum_usage', id: `${clientId}${separator}`, group: clientId });

/** Decodes the id of a task into the owner and the work. */
export const sumTaskOf = (id: string): { readonly owner: string; readonly descendants: boolean } => ({
  owner: id.split(separator, 1)[0] as string,
  descendants: id.endsWith(separator),
});

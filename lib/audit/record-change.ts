import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { RouteAction } from '#lib/contract/index.ts';
import type { Actor, AuditSubject } from '#lib/domain/audit/record.ts';
import { recordVersion, targetOf } from '#lib/domain/audit/record.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { recordItems } from './audit-records.ts';
import { requestedBy } from './requested-by.ts';

/** The path of the organization of an entity, which the records of entities and their events contain. */
export const pathIn = (operations: readonly Operation[]): readonly string[] | undefined =>
  operations
    .map(({ request }) => request.Put?.Item?.path as readonly string[] | undefined)
    .find((path) => Array.isArray(path));

/**
 * Changes that are not made by requests. All others have the action of a route, also where another one makes
 * them: readers of the log filter by it, and the drill finds by it what a restore undoes.
 */
type OwnAction =
  | 'analysis.replaced'
  | 'client.restored'
  | 'member.joined'
  | `session.${'started' | 'ended' | 'logged_out' | 'refused'}`;

export interface RecordedChange extends Pick<AuditRecord, 'changed'> {
  readonly action: RouteAction | OwnAction;
}

/** The record of a change and its copies, for the transaction of the change. */
export const changeWrites = (
  actor: Actor,
  { id, path }: AuditSubject,
  { action, changed }: RecordedChange,
): Operation<never>[] => {
  const recordId = newId('aud');
  return recordItems({
    id: recordId,
    version: recordVersion,
    // The lists are in the order of ids: a time that is read a millisecond later would not be where they look
    // for it.
    time: createdAt(recordId),
    action,
    ...requestedBy(actor),
    client_id: path.at(-1) ?? null,
    target: targetOf(id),
    changed,
    count: 1,
    path,
  }).map(put);
};

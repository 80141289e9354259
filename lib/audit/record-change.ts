import type { AuditRecord } from '#lib/contract/audit-records.ts';
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

/** The record of a change and its copies, for the transaction of the change. */
export const changeWrites = (
  actor: Actor,
  { id, path }: AuditSubject,
  { action, changed }: Pick<AuditRecord, 'action' | 'changed'>,
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

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import { actorOf, hourId, targetOf, windowId } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { keyOf } from '../keys.ts';
import { ownerAt } from '../lists/shards.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { get } from '../operations/get.ts';
import { putIf } from '../operations/put-if.ts';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import type { StoredRecord } from './audit-records.ts';
import { fromItem, readAuditRecord, recordItems } from './audit-records.ts';
import { requestedBy } from './requested-by.ts';

const recordOf = (
  caller: Caller,
  action: string,
  path: readonly string[],
  { id, target, now }: { readonly id: AuditRecord['id']; readonly target: string; readonly now: number },
): StoredRecord => ({
  id,
  // The instant by which its window was chosen, or it might be after the end of the window.
  time: new Date(now).toISOString(),
  action,
  ...requestedBy(caller),
  client_id: path.at(-1) ?? null,
  target: targetOf(target),
  changed: [],
  count: 1,
  path,
});

/** Adds one to the record of an hour, which the first read of the hour creates. Returns the record as it is stored. */
const count = async ({ pk, sk, count: _count, ...first }: Item): Promise<Item> => {
  const fields = Object.entries(first);
  const { Attributes } = await dynamodb.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: `ADD #count :one SET ${fields.map((_, at) => `#n${at} = if_not_exists(#n${at}, :v${at})`).join(', ')}`,
      ExpressionAttributeNames: {
        '#count': 'count',
        ...Object.fromEntries(fields.map(([name], at) => [`#n${at}`, name])),
      },
      ExpressionAttributeValues: {
        ':one': 1,
        ...Object.fromEntries(fields.map(([, value], at) => [`:v${at}`, value])),
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes as Item;
};

/** Notes that the copies of a counted record exist. */
const noteCopies = ({ pk, sk }: Item): Promise<unknown> =>
  dynamodb.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET copied = :true',
      ExpressionAttributeValues: { ':true': true },
    }),
  );

/**
 * Writes the record of a window, unless there is one. Its copies come first, so that a record which exists has them even if a
 * request was interrupted.
 */
const recordOnce = async (record: StoredRecord): Promise<void> => {
  const [first, ...copies] = recordItems(record);
  if (await get(keyOf(first))) return;
  await batchWrite({ puts: copies });
  try {
    await putIf(first, { ConditionExpression: 'attribute_not_exists(pk)' });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The record of another request was first, and the copies must not differ from it.
    const stored = await readAuditRecord(record.id);
    if (stored) await batchWrite({ puts: recordItems(stored).slice(1) });
  }
};

const recordCounted = async (record: StoredRecord): Promise<void> => {
  const [first] = recordItems(record);
  const stored = await count(first);
  if (stored.copied === true) return;
  // Another request may have created it.
  const [, ...copies] = recordItems({ ...fromItem(stored), count: 1 });
  await batchWrite({ puts: copies });
  await noteCopies(first);
};

/** The record of this access: of an API key, one for each organization, because programs read very many entities. */
const recordOfRead = (caller: Caller, action: string, { id, path }: AuditSubject): StoredRecord => {
  const now = Date.now();
  const actor = actorOf(caller);
  const target = actor.type === 'person' ? id : ownerAt(path).id;
  const idAt = actor.type === 'person' ? windowId : hourId;
  return recordOf(caller, action, path, { id: idAt(now, actor.id, action, target), target, now });
};

/**
 * Records an access to words or audio, before it is answered: a read, and the writes of the record with the first access of a
 * person within ten minutes; a write, and those of the copies with the first access of an API key within an hour.
 */
export const recordRead = async (
  { audit }: { readonly audit: string },
  caller: Caller,
  subject: AuditSubject,
): Promise<void> => {
  const record = recordOfRead(caller, audit, subject);
  await (record.actor.type === 'person' ? recordOnce(record) : recordCounted(record));
};

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Asked, AuditSubject } from '#lib/domain/audit/record.ts';
import {
  actorOf,
  hourId,
  parametersOf,
  recordVersion,
  targetOf,
  windowId,
} from '#lib/domain/audit/record.ts';
import type { Caller, CallingPerson } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { update } from '#lib/store/operations/update.ts';
import type { Item } from '#lib/store/table.ts';
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
  version: recordVersion,
  // The instant by which its window was chosen, or it might be after the end of the window.
  time: new Date(now).toISOString(),
  action,
  ...requestedBy(actorOf(caller)),
  client_id: path.at(-1) ?? null,
  target: targetOf(target),
  changed: [],
  count: 1,
  path,
});

/**
 * Adds one to the record of an hour, which the first read of the hour creates. Returns the record as it is
 * stored.
 */
const count = async (item: Item): Promise<Item> => {
  const { pk: _pk, sk: _sk, count: _count, ...first } = item;
  const fields = Object.entries(first);
  const Attributes = await update(keyOf(item), {
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
  });
  return Attributes as Item;
};

/** Notes that the copies of a counted record exist. */
const noteCopies = (item: Item): Promise<unknown> =>
  update(keyOf(item), {
    UpdateExpression: 'SET copied = :true',
    ExpressionAttributeValues: { ':true': true },
  });

/**
 * Writes the record of a window, unless there is one. Its copies come first, so that a record which exists
 * has them even if a request was interrupted.
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

/** The record of a person's access. */
const recordOfPerson = (
  caller: Caller,
  { id: actor, session_id }: CallingPerson,
  action: string,
  { id: target, path }: AuditSubject,
  asked?: Asked,
): StoredRecord => {
  const now = Date.now();
  const parameters = asked && parametersOf(asked);
  // The id of the session is not in the log. Without it, readers of the log could find a phone number by
  // trying all.
  const about = parameters?.length ? [session_id, JSON.stringify(parameters)] : [];
  const id = windowId(now, actor, action, target, ...about);
  return {
    ...recordOf(caller, action, path, { id, target, now }),
    ...(parameters && { parameters: parameters.map(([name]) => name) }),
  };
};

/**
 * The record of the accesses of an API key: one for each organization, because programs read very many
 * entities.
 */
const recordOfKey = (caller: Caller, action: string, { path }: AuditSubject): StoredRecord => {
  const now = Date.now();
  const target = ownerAt(path).id;
  const id = hourId(now, caller.key_id, action, target);
  const record = recordOf(caller, action, path, { id, target, now });
  const { via } = record.actor;
  // Assistants that have the key of a program are counted by themselves.
  return via === 'mcp' ? { ...record, id: hourId(now, caller.key_id, action, target, via) } : record;
};

/**
 * Records an access to words or audio, before it is answered: a read, and the writes of the record with the
 * first access of a person within ten minutes, of a list with each combination of parameters; a write, and
 * those of the copies with the first access of an API key within an hour.
 */
export const recordRead = async (
  { audit }: { readonly audit: string },
  caller: Caller,
  subject: AuditSubject,
  asked?: Asked,
): Promise<void> => {
  const { person } = caller;
  await (person
    ? recordOnce(recordOfPerson(caller, person, audit, subject, asked))
    : recordCounted(recordOfKey(caller, audit, subject)));
};

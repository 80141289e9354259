import { randomUUID } from 'node:crypto';
import type { AuditedQuery, AuditSubject } from '#lib/domain/audit/record.ts';
import {
  actorOf,
  hourId,
  parametersOf,
  recordVersion,
  targetOf,
  windowId,
} from '#lib/domain/audit/record.ts';
import type { Caller, CallingPerson } from '#lib/domain/caller.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import type { StoredRecord } from './audit-records.ts';
import { auditFootprint, auditRecordKey, recordItems } from './audit-records.ts';
import { countRead, isAmongSenders } from './count-reads.ts';
import { requestedBy } from './requested-by.ts';

/** Another address or program is another sender, who has another record. */
const senderOf = ({ ip, user_agent, actor }: ReturnType<typeof requestedBy>): string[] => [
  ...[ip, user_agent, actor.via].map(String),
];

const recordOf = (
  caller: Caller,
  action: string,
  path: readonly string[],
  { target, now }: { readonly target: string; readonly now: number },
): Omit<StoredRecord, 'id'> => ({
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
 * Writes the record of a window, unless there is one. Its copies come first, so that a record which exists
 * has them even if a request was interrupted.
 */
const recordFirst = async (record: StoredRecord): Promise<void> => {
  const [first, ...copies] = recordItems(record);
  await batchWrite({ puts: copies });
  if (await putIf(first, { ConditionExpression: 'attribute_not_exists(pk)' })) return;
  // The record of another request was first, and the copies must not differ from it.
  const stored = await get(auditRecordKey(record.id));
  if (stored) await batchWrite({ puts: auditFootprint(stored) });
};

const recordOnce = async (record: StoredRecord): Promise<void> => {
  if (!(await get(auditRecordKey(record.id)))) await recordFirst(record);
};

/** The record of a person's access. */
const recordOfPerson = (
  caller: Caller,
  { id: actor, session_id }: CallingPerson,
  action: string,
  { id: target, path }: AuditSubject,
  asked?: AuditedQuery,
): StoredRecord => {
  const now = Date.now();
  const parameters = asked && parametersOf(asked);
  // The id of the session is not in the log. Without it, readers of the log could find a phone number by
  // trying all.
  const about = parameters?.length ? [session_id, JSON.stringify(parameters)] : [];
  const record = recordOf(caller, action, path, { target, now });
  return {
    ...record,
    id: windowId(now, actor, action, target, ...senderOf(record), ...about),
    ...(parameters && { parameters: parameters.map(([name]) => name) }),
  };
};

/** Instances of a function count by themselves, so that they do not wait for each other at one item. */
const instance = randomUUID();

/**
 * Counts the accesses of an API key in one record for each organization, action, program and address, because
 * programs read very many entities. A thief of the key is another sender.
 */
const countReadOfKey = (caller: Caller, action: string, { path }: AuditSubject): Promise<void> => {
  const now = Date.now();
  const target = ownerAt(path).id;
  const group = [caller.key_id, action, target].join(' ');
  const sender = senderOf(requestedBy(actorOf(caller)));
  const isKnown = isAmongSenders(group, JSON.stringify(sender), now);
  const parts = isKnown ? sender : ['others'];
  const made = (): StoredRecord => {
    const record = recordOf(caller, action, path, { target, now });
    const id = hourId(now, caller.key_id, action, target, ...parts, instance);
    return { ...record, ...(!isKnown && { ip: null, user_agent: null }), id, last_time: record.time };
  };
  // Nearly all reads repeat others, so only the first of an hour pays for the hash of an id.
  return countRead(`${group} ${JSON.stringify(parts)}`, now, made, recordFirst);
};

/**
 * Records an access to words or audio, before it is answered: the first access of a person within ten
 * minutes, of a list with each combination of parameters, or of an API key within an hour. Each repeat of a
 * person costs a read, and a repeat of a key is counted in memory.
 */
export const recordRead = async (
  { audit }: { readonly audit: string },
  caller: Caller,
  subject: AuditSubject,
  asked?: AuditedQuery,
): Promise<void> => {
  const { person } = caller;
  await (person
    ? recordOnce(recordOfPerson(caller, person, audit, subject, asked))
    : countReadOfKey(caller, audit, subject));
};

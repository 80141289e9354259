import { isDeepStrictEqual } from 'node:util';
import type { AuditRecord, list } from '#lib/contract/audit-records.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import { hourOf } from '#lib/domain/audit/seal.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform, reaches } from '#lib/domain/caller.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { createdAt } from '#lib/domain/ids.ts';
import { eventItem } from '#lib/store/events/events.ts';
import { listSort } from '#lib/store/keys.ts';
import type { Asks, Entry, Owner, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, entryKey, listEntries } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { listOwnersOf, ownerAt } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Item, Key } from '#lib/store/table.ts';

/** A record with the organizations above its target, from the top down. */
export interface StoredRecord extends AuditRecord {
  readonly path: readonly string[];
}

/** 400 days. Afterwards, the sealed files remain for as long as their bucket keeps them. */
const keptSeconds = 400 * daySeconds;

const listName = 'audit_records';

/** The time in the id: the beginning of the window that the record stands for, or the time of a change. */
const placeOf = (id: string): string => listSort(createdAt(id), id);

/** The key of the record itself, in the platform's list. All other lists have copies. */
export const auditRecordKey = (id: string): Key => entryKey(ownerAt([]), listName, placeOf(id));

const ownersOfRecord = ({ path, actor, target }: StoredRecord): Owner[] => {
  const owners = listOwnersOf(path);
  // A key may act on itself.
  const others = [...new Set([actor.id, target.id])].filter((id) => !owners.some((owner) => owner.id === id));
  return [...owners, ...others];
};

const entryOf = (record: StoredRecord): Entry => ({
  list: listName,
  owners: ownersOfRecord(record),
  time: createdAt(record.id),
  id: record.id,
  shown: { ...record, expires: Math.floor(Date.parse(createdAt(record.id)) / 1000) + keptSeconds },
});

/**
 * The items of a record: first itself, then its copies in the lists of organizations, of the actor and of the
 * target, and the event that reports it.
 */
export const recordItems = (record: StoredRecord): [Item, ...Item[]] => {
  const { id, path } = record;
  const [first, ...copies] = entryItems(entryOf(record)) as [Item, ...Item[]];
  return [first, ...copies, eventItem('audit.recorded', { id, path, version: 1 })];
};

/** The record as the API shows it, with its fields in one order, by which it is sealed. */
export const fromItem = (item: Item): StoredRecord => {
  const { id, version, time, last_time, action, actor, client_id, ...rest } = item as unknown as StoredRecord;
  const { target, changed, parameters, count, ...request } = rest;
  const { request_id, sent_request_id, ip, user_agent, path } = request;
  return {
    id,
    version,
    time,
    ...(last_time && { last_time }),
    action,
    actor: { type: actor.type, id: actor.id, via: actor.via },
    client_id,
    target: { type: target.type, id: target.id },
    changed,
    ...(parameters && { parameters }),
    count,
    request_id,
    ...(sent_request_id !== undefined && { sent_request_id }),
    ip,
    user_agent,
    path,
  };
};

/** The copies of a record. Only the record itself counts further requests. */
export const auditFootprint = (item: Item): Item[] => {
  const record = fromItem(item);
  const { time, last_time } = record;
  return recordItems({ ...record, count: 1, ...(last_time && { last_time: time }) }).slice(1, -1);
};

export type AuditFilters = Partial<Omit<FiltersOf<typeof list.query>, 'client_id'>>;

const isOf = (one: keyof Pick<AuditRecord, 'actor' | 'target'>, id: string) => (entry: Item) =>
  (entry[one] as { readonly id: string }).id === id;

const asks: Asks<AuditFilters> = {
  actor: (actor) => ({ where: isOf('actor', actor) }),
  target: (target) => ({ where: isOf('target', target) }),
  action: (action) => ({ where: (entry) => entry.action === action }),
  // A record of several requests is listed where its window begins, which is in the hour of its time. Its
  // copies do not know the last one.
  from: (from) => ({
    from: hourOf(from),
    where: ({ time, last_time }) => last_time !== undefined || (time as string) >= from,
  }),
  to: (until) => ({ until, where: ({ time }) => (time as string) < until }),
};

/** DynamoDB removes expired items late. */
const isKept = ({ expires }: Item): boolean => (expires as number) > Date.now() / 1000;

/**
 * The records of entries. Counts increase in the record itself, not in its copies. A copy without its record
 * expires at the same second as the record, or shows something that nobody was answered.
 */
const recordsOf = async (entries: readonly Item[]): Promise<StoredRecord[]> => {
  const found = await batchGet(entries.map(({ id }) => auditRecordKey(String(id))));
  return found.flatMap((item) => (item ? [fromItem(item)] : []));
};

const isOrganization = (id: string): boolean => id === platform || id.startsWith('client_');

/** The list of the target or of the actor, if that is not an organization. */
const listOf = ({ target, actor }: AuditFilters): Owner | undefined =>
  [target, actor].find((id) => id !== undefined && !isOrganization(id));

/**
 * The records of an organization, from the shortest list that has all that are asked for: the target's, the
 * actor's, or the organization's. `targeted` is the list of a target that is an organization, unless it is
 * erased: then its records are in the lists above it.
 */
export const listAuditRecords = async (
  owner: ListOwner,
  filters: AuditFilters,
  { limit, position, order }: PageRequest,
  targeted?: ListOwner,
): Promise<Page<AuditRecord>> => {
  const { where = () => true, ...asked } = askedBy(asks, filters);
  const isWithin = ({ path }: Item) => owner.level === 0 || (path as string[]).includes(owner.id);
  const { items, next } = await listEntries({
    list: listName,
    owner: listOf(filters) ?? targeted ?? owner,
    ...asked,
    where: (entry) => isKept(entry) && isWithin(entry) && where(entry),
    limit,
    position,
    order,
  });
  const { from = '' } = filters;
  const records = await recordsOf(items);
  return { data: records.filter(({ time, last_time = time }) => last_time >= from), next };
};

/** All records in a list of an organization from a time until another, oldest first, read page by page. */
export async function* recordsBetween(
  owner: ListOwner,
  from: string,
  until: string,
): AsyncGenerator<StoredRecord> {
  let position: PageRequest['position'];
  do {
    const paging = { limit: 1000, order: 'asc' as const, position };
    const { items, next } = await listEntries({ list: listName, owner, from, until, ...paging });
    for (const item of items) if (isKept(item)) yield fromItem(item);
    position = next;
  } while (position !== undefined);
}

/** A record, without a check of the caller's reach. */
export const readAuditRecord = async (id: string): Promise<StoredRecord | undefined> => {
  const item = await get(auditRecordKey(id));
  return item && isKept(item) ? fromItem(item) : undefined;
};

export const findAuditRecord = async (caller: Caller, id: string): Promise<AuditRecord | undefined> => {
  const record = await readAuditRecord(id);
  return record && reaches(caller, record.path) ? record : undefined;
};

/** The names of the fields that differ between two representations of an entity. */
export const changedFields = (before: unknown, after: unknown): string[] => {
  const [one, other] = [before, after] as Record<string, unknown>[];
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].filter((name) => !isDeepStrictEqual(one?.[name], other?.[name])).sort();
};

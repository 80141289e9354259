import type { Reach } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import type { ListName } from './keys.ts';
import { idIn } from './keys.ts';
import type { Entry, Page, PageRequest } from './lists/listing.ts';
import { listEntries, ownersOf } from './lists/listing.ts';
import { batchGet } from './operations/batch-get.ts';
import type { Stale } from './operations/failures.ts';
import { get } from './operations/get.ts';
import type { Operation } from './operations/operation.ts';
import { putUnchanged } from './operations/put.ts';
import type { Item, Key } from './table.ts';

interface JobRecord {
  readonly id: string;
  readonly created_at: string;
  readonly status: string;
  readonly path: readonly string[];
}

interface Declaration<T, R> {
  readonly list: ListName;
  readonly keyOf: (id: string) => Key;
  readonly keptSeconds: number;
  /** The attribute with the record, as JSON text. */
  readonly attribute: string;
  /** Attributes that change with the job, beside its record. */
  readonly changing: (record: R) => Readonly<Record<string, string | number>>;
  /** The fields of which `changing` is the only copy. */
  readonly counted?: readonly (keyof R & string)[];
  /** Lists besides those of its organizations. */
  readonly furtherOwners?: (record: R) => readonly string[];
  readonly represent: (record: R) => T;
}

/**
 * A kind of long work that requests begin and tasks continue. Its record changes often, so lists refer to
 * it, and both expire together.
 */
export const jobs = <T, R extends JobRecord>(declaration: Declaration<T, R>) => {
  const { list, keyOf, keptSeconds, attribute, changing, counted = [], represent } = declaration;
  const expiresOf = ({ created_at }: Pick<R, 'created_at'>): number =>
    Math.floor(Date.parse(created_at) / 1000) + keptSeconds;
  const toItem = (record: R): Item => ({
    ...keyOf(record.id),
    status: record.status,
    ...changing(record),
    [attribute]: JSON.stringify({
      ...record,
      ...Object.fromEntries(counted.map((name) => [name, undefined])),
    }),
    expires: expiresOf(record),
  });
  const fromItem = (item: Item): R => ({
    ...(JSON.parse(item[attribute] as string) as R),
    ...Object.fromEntries(counted.map((name) => [name, item[name]])),
  });
  const read = async (id: string): Promise<R | undefined> => {
    const item = await get(keyOf(id));
    return item && fromItem(item);
  };
  return {
    expiresOf,
    toItem,
    fromItem,
    read,
    entryOf: (record: R): Entry => ({
      list,
      owners: [...ownersOf(record.path), ...(declaration.furtherOwners?.(record) ?? [])],
      time: record.created_at,
      id: record.id,
      shown: { expires: expiresOf(record) },
    }),
    find: async (caller: Reach, id: string): Promise<R | undefined> => {
      const record = await read(id);
      return record && reaches(caller, record.path) ? record : undefined;
    },
    list,
    keyOf,
    changing,
    represent,
  };
};

type Jobs<T, R extends JobRecord> = ReturnType<typeof jobs<T, R>>;

/*
 * Lists and writes are functions of their own, so that a function which uses none contains none, and may make
 * none.
 */

export const listJobs = async <T, R extends JobRecord>(
  { list, keyOf, represent, fromItem }: Jobs<T, R>,
  owner: string,
  paging: PageRequest,
): Promise<Page<T>> => {
  const { items, next } = await listEntries({ list, owner, ...paging });
  const found = items.length === 0 ? [] : await batchGet(items.map(({ sk }) => keyOf(idIn(sk))));
  return { data: found.flatMap((item) => (item ? [represent(fromItem(item))] : [])), next };
};

/** The write that replaces a running job, unless it has changed since it was read. */
export const jobUpdate = <T, R extends JobRecord>(
  { toItem, changing }: Jobs<T, R>,
  before: R,
  change: Partial<R>,
  updated_at = new Date().toISOString(),
): [R, Operation<Stale>] => {
  const after = { ...before, ...change, updated_at };
  return [after, putUnchanged(toItem(after), { status: 'running', ...changing(before) })];
};

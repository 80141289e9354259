import type { IdPrefix } from '#lib/contract/fields.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { ownerOf, reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { currentOrigin } from './cause.ts';
import type { KindById, ListName } from './keys.ts';
import { idIn, keyOf } from './keys.ts';
import type { Entry, Page, PageRequest } from './lists/listing.ts';
import { entryRemovals, entryWrites, listEntries, ownersOf } from './lists/listing.ts';
import { batchGet } from './operations/batch-get.ts';
import { commit } from './operations/commit.ts';
import type { Stale } from './operations/failures.ts';
import { get } from './operations/get.ts';
import type { Operation, Write } from './operations/operation.ts';
import { put, putUnchanged } from './operations/put.ts';
import { remove } from './operations/remove.ts';
import type { Item } from './table.ts';
import type { TaskKind } from './tasks/kinds.ts';
import { taskWrite } from './tasks/tasks.ts';

interface JobRecord {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly client_id: string | null;
  readonly created_by: string | null;
  readonly status: string;
  readonly path: readonly string[];
}

interface Declaration<R> {
  readonly prefix: IdPrefix;
  readonly list: ListName;
  /** The kind of the task that does the work. */
  readonly task: TaskKind;
  readonly kind: KindById;
  readonly keptSeconds: number;
  /** The attribute with the record, as JSON text. */
  readonly attribute: string;
  /** Attributes that change with the job, beside its record. */
  readonly changing: (record: R) => Readonly<Record<string, string | number>>;
  /** The fields of which `changing` is the only copy. */
  readonly counted?: readonly (keyof R & string)[];
  /** Lists besides those of its organizations. */
  readonly furtherOwners?: (record: R) => readonly string[];
  /** The fields besides the path that no caller sees. */
  readonly hidden: readonly (keyof R & string)[];
}

/**
 * A kind of long work that requests begin and tasks continue. Its record changes often, so lists refer to
 * it, and both expire together.
 */
export const jobs = <T, R extends JobRecord>(declaration: Declaration<R>) => {
  const { list, kind, keptSeconds, attribute, changing, counted = [] } = declaration;
  const hidden: readonly string[] = ['path', ...declaration.hidden];
  const expiresOf = ({ created_at }: Pick<R, 'created_at'>): number =>
    Math.floor(Date.parse(created_at) / 1000) + keptSeconds;
  const toItem = (record: R): Item => ({
    ...keyOf(kind, record.id),
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
    const item = await get(keyOf(kind, id));
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
    ...{ list, kind, changing, prefix: declaration.prefix, task: declaration.task },
    represent: (record: R): T =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))) as T,
  };
};

type Jobs<T, R extends JobRecord> = ReturnType<typeof jobs<T, R>>;

/*
 * Lists and writes are functions of their own, so that a function which uses none contains none, and may make
 * none.
 */

export const listJobs = async <T, R extends JobRecord>(
  { list, kind, represent, fromItem }: Jobs<T, R>,
  owner: string,
  paging: PageRequest,
): Promise<Page<T>> => {
  const { items, next } = await listEntries({ list, owner, ...paging });
  const found = items.length === 0 ? [] : await batchGet(items.map(({ sk }) => keyOf(kind, idIn(sk))));
  return { data: found.flatMap((item) => (item ? [represent(fromItem(item))] : [])), next };
};

/** The task that does the work of a job. */
export const jobTask = <T, R extends JobRecord>(
  { task }: Jobs<T, R>,
  job: Pick<R, 'id' | 'client_id'>,
  state?: string,
): Operation<never> => taskWrite({ kind: task, id: job.id, group: ownerOf(job), ...(state && { state }) });

/** Begins the work of an organization, or of the platform. */
export const beginJob = <T, R extends JobRecord>(
  all: Jobs<T, R>,
  path: readonly string[],
  fields: Omit<R, keyof JobRecord>,
  state?: string,
): Write<T> => {
  const id = newId(all.prefix);
  const created_at = createdAt(id);
  const job = {
    ...{ id, created_at, updated_at: created_at, client_id: path.at(-1) ?? null, path },
    ...{ status: 'running', created_by: currentOrigin().actor, ...fields },
  } as unknown as R;
  return {
    operations: [put(all.toItem(job)), ...entryWrites(all.entryOf(job)), jobTask(all, job, state)],
    reply: all.represent(job),
    about: job,
  };
};

/** Removes a job, which ends it; false: there is none. */
export const removeJob = async <T, R extends JobRecord>(
  { read, kind, entryOf }: Jobs<T, R>,
  id: string,
): Promise<boolean> => {
  const job = await read(id);
  if (job) await commit([remove(keyOf(kind, id)), ...entryRemovals(entryOf(job))]);
  return job !== undefined;
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

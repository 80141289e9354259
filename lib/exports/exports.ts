import type { Export, ExportInput, ExportItem } from '#lib/contract/exports.ts';
import type { Position } from '#lib/contract/page.ts';
import { platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { ExportStep } from '#lib/domain/exports/export.ts';
import { exportsFolder, hasEnded } from '#lib/domain/exports/export.ts';
import { newId } from '#lib/domain/ids.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import {
  changed,
  entities,
  entityChanges,
  entityRemovals,
  entityWrites,
  firstVersion,
} from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/** The progress of an export. All files before it are complete. */
export interface Progress {
  /** The current step, from 0. */
  readonly step: number;
  /** The next part of the step, from 1. */
  readonly part: number;
  /** The position at which the part begins; absent: at the beginning of the step. */
  readonly position?: Position | undefined;
  /** The number of files. */
  readonly files: number;
}

/**
 * An export as it is stored: with the ids of the organizations from the top down to the one that is exported.
 */
export interface ExportRecord extends Omit<Export, 'files' | 'links_expire_at'> {
  readonly path: readonly string[];
  readonly progress: Progress;
}

/** A file as it is stored. */
export interface StoredFile extends Omit<Export['files'][number], 'url' | 'resource'> {
  readonly resource: ExportStep;
}

export const exportRecords = /* @__PURE__ */ entities<ExportRecord, ExportItem>({
  prefix: 'exp',
  list: 'exports',
  kind: 'export',
  json: ['resources', 'filters', 'metadata', 'progress'],
  shown: ({ path: _path, progress: _progress, filters: _filters, metadata: _metadata, ...shown }) => shown,
});

/** The object key of a file. */
export const objectKeyOf = (exportId: string, name: string): string => `${exportsFolder}${exportId}/${name}`;

/** The owner whose data is exported. */
export const exportedOwner = ({ client_id }: Pick<ExportRecord, 'client_id'>): string =>
  client_id ?? platform;

export const readFiles = async (id: string): Promise<StoredFile[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :files)',
    ExpressionAttributeValues: { ':pk': keyOf('export', id).pk, ':files': 'file#' },
    ConsistentRead: true,
  });
  return items as unknown as StoredFile[];
};

/** The maximum number of unfinished exports of an organization. */
const maxUnfinished = 10;

/**
 * The exports of an owner that may be unfinished. It changes with each new export, so exports that are
 * created at the same time are admitted one after the other.
 */
interface Gate {
  readonly owner: string;
  readonly unfinished: readonly string[];
  readonly version: number;
}

/** Admits another export of an owner; undefined if it has the maximum number of unfinished ones. */
export const admitExport = async (owner: string): Promise<Gate | undefined> => {
  // Read before the exports, so that an export created after they were read changes it.
  const gate = await get(keyOf('export_gate', owner));
  const admitted = (gate?.unfinished ?? []) as string[];
  const items = await batchGet(admitted.map((id) => keyOf('export', id)));
  const unfinished = admitted.filter((_, at) => {
    const item = items[at];
    return item !== undefined && !hasEnded(exportRecords.fromItem(item).status);
  });
  return unfinished.length < maxUnfinished
    ? { owner, unfinished, version: Number(gate?.version ?? 0) }
    : undefined;
};

const passWrite = ({ owner, unfinished, version }: Gate, id: string): Operation<Stale> => {
  const item = { ...keyOf('export_gate', owner), unfinished: [...unfinished, id], version: version + 1 };
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

const keptMs = 7 * dayMs;

export const insertExport = (
  path: readonly string[],
  { client_id: _clientId, filters = {}, ...input }: ExportInput,
  gate: Gate,
): Write<Export> => {
  const first = firstVersion(newId(exportRecords.prefix), path);
  const { id, created_at } = first;
  const expires_at = new Date(Date.parse(created_at) + keptMs).toISOString();
  const record: ExportRecord = {
    ...first,
    created_by: currentOrigin().actor,
    ...input,
    filters,
    status: 'pending',
    status_detail: null,
    rows: 0,
    size_bytes: 0,
    expires_at,
    progress: { step: 0, part: 1, files: 0 },
  };
  const group = gate.owner;
  return {
    operations: [
      passWrite(gate, id),
      ...entityWrites(exportRecords, record),
      taskWrite({ kind: 'write_export', id, group }),
      taskWrite({ kind: 'remove_export', id, group, due: expires_at }),
    ],
    reply: { ...record, links_expire_at: created_at, files: [] },
  };
};

type Change = Partial<Pick<ExportRecord, 'status' | 'status_detail' | 'rows' | 'size_bytes' | 'progress'>>;

/** The writes that record the progress of an export, with a completed file. */
export const changeExport = (
  before: ExportRecord,
  change: Change,
  file?: StoredFile,
): { readonly operations: readonly Operation<Stale>[]; readonly after: ExportRecord } => {
  const after = changed(before, change);
  const { id, status, rows, size_bytes } = after;
  return {
    operations: [
      ...entityChanges(exportRecords, before, after),
      ...(file ? [put({ ...file, ...keyOf('export_file', id, after.progress.files) })] : []),
      ...(hasEnded(status) ? [eventWrite('export.completed', after, { id, status, rows, size_bytes })] : []),
    ],
    after,
  };
};

/** Removes the record, and with it access to the files, which are removed afterwards. */
export const removeExport = (record: ExportRecord): Write<undefined> => ({
  operations: [
    ...entityRemovals(exportRecords, record),
    taskWrite({ kind: 'remove_export', id: record.id, group: exportedOwner(record) }),
  ],
  reply: undefined,
  about: record,
});

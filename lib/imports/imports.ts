import type { Import, ImportInput } from '#lib/contract/imports.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { changed } from '#lib/store/entity.ts';
import { keyOf, listPartition } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putNew, putOver } from '#lib/store/operations/put.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/*
 * An import is an entry in the list of its integration, without a separate record. It contains the position
 * at which to continue, which is written together with its counts.
 */

/** The position at which an import continues. */
export interface Place {
  /** The provider's cursor; null: the first page. */
  readonly cursor: string | null;
  /** The provider's ids of the entries on that page that are done. */
  readonly done: readonly string[];
  /** The number of consecutive failed requests to the provider. */
  readonly failures: number;
}

export interface ImportRecord extends Import {
  readonly place: Place;
  readonly version: number;
}

const keptSeconds = 90 * daySeconds;

const importKey = (integrationId: string, importId: string): Key =>
  keyOf('integration_import', integrationId, createdAt(importId), importId);

const toItem = (record: ImportRecord): Item => ({
  ...record,
  ...importKey(record.integration_id, record.id),
  place: JSON.stringify(record.place),
  expires: Math.floor(Date.parse(record.created_at) / 1000) + keptSeconds,
});

const fromItem = (item: Item): ImportRecord =>
  ({ ...item, place: JSON.parse(String(item.place)) as Place }) as unknown as ImportRecord;

export const readImport = async (
  integrationId: string,
  importId: string,
): Promise<ImportRecord | undefined> => {
  const item = await get(importKey(integrationId, importId));
  return item && fromItem(item);
};

export const insertImport = (
  { id: integration_id }: IntegrationRecord,
  { resource, start_after, start_before, recordings }: ImportInput,
): Write<Import> => {
  const id = newId('imp');
  const created_at = createdAt(id);
  const ofConversations = resource === 'conversations';
  const record: ImportRecord = {
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    integration_id,
    resource,
    start_after: ofConversations ? start_after : null,
    // Later conversations arrive as webhooks, and with an upper bound the list does not change from page to
    // page.
    start_before: ofConversations ? (start_before ?? created_at) : null,
    recordings: ofConversations && recordings,
    status: 'running',
    status_detail: null,
    seen: 0,
    created: 0,
    skipped: 0,
    failed: 0,
    errors: [],
    completed_at: null,
    place: { cursor: null, done: [], failures: 0 },
  };
  const task = { kind: 'imports', id: `${integration_id}/${id}`, group: integration_id } as const;
  return { operations: [putNew(toItem(record), () => new Stale()), taskWrite(task)], reply: record };
};

type Change = Partial<Omit<ImportRecord, 'id' | 'integration_id' | 'created_at' | 'version'>>;

/**
 * Records the progress of an import. Fails as stale if it was written in the meantime, for example to cancel
 * it.
 */
export const saveImport = async (before: ImportRecord, change: Change): Promise<ImportRecord> => {
  const after = changed(before, change);
  await commit([putOver(toItem(after), before.version)]);
  return after;
};

/** Ends an import. */
export const endImport = (
  before: ImportRecord,
  status: Exclude<Import['status'], 'running'>,
  change: Change = {},
): Promise<ImportRecord> => saveImport(before, { ...change, status, completed_at: new Date().toISOString() });

/** Cancels an import that is running. */
export const cancelImport = (before: ImportRecord): Write<undefined> => {
  if (before.status !== 'running') return { operations: [], reply: undefined };
  const completed_at = new Date().toISOString();
  const canceled = changed(before, { status: 'canceled', completed_at }, completed_at);
  return { operations: [putOver(toItem(canceled), before.version)], reply: undefined };
};

export const listImports = async (owner: string, paging: PageRequest): Promise<Page<Import>> => {
  const { items, next } = await listEntries({ list: 'imports', owner, ...paging });
  return { data: items.map(fromItem), next };
};

/** Removes the imports of an integration. Their tasks then end by themselves. */
export const removeImports = async (integrationId: string): Promise<void> => {
  await removeItems({ pk: listPartition(integrationId, 'imports') });
};

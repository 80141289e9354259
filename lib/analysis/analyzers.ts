import { isDeepStrictEqual } from 'node:util';
import type { Analyzer, AnalyzerInput, AnalyzerItem, AnalyzerReplacement } from '#lib/contract/analyzers.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { checkPatterns } from '#lib/domain/analysis/patterns.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform, reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { findPath } from '#lib/organizations/clients.ts';
import { analyzerKey } from '#lib/store/keys.ts';
import type { Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { entryItems, entryRemovals, entryWrites, listEntries, ownersOf } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putOver } from '#lib/store/operations/put.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Item } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzerFromItem, analyzerItem } from './analyzer-record.ts';
import { analyzerVersions } from './analyzer-versions.ts';
import { pageOfAll } from './page-of-all.ts';
import {
  maxAnalyzers,
  ownAnalyzersWrite,
  ownerOfAnalyzer,
  readOwnAnalyzers,
  standingOf,
} from './standing.ts';

const toItem = (analyzer: AnalyzerRecord): Item => analyzerItem(analyzer, analyzerKey(analyzer.id));

const shownOf = (analyzer: AnalyzerRecord): AnalyzerItem => {
  const { id, created_at, updated_at, version, client_id, name, description } = analyzer;
  const { enabled, mandatory, shared } = analyzer;
  return { id, created_at, updated_at, version, client_id, name, description, enabled, mandatory, shared };
};

const entryOf = (analyzer: AnalyzerRecord): Entry => ({
  list: 'analyzers',
  owners: ownersOf(analyzer.path),
  time: analyzer.created_at,
  id: analyzer.id,
  shown: { ...shownOf(analyzer) },
});

/** All other items that an analyzer's record implies, except that its owner's item names it. */
export const analyzerFootprint = (item: Item): Item[] => {
  const analyzer = analyzerFromItem(item);
  return [...entryItems(entryOf(analyzer)), ...analyzerVersions.items(analyzer)];
};

export const represent = ({ path: _path, ...analyzer }: AnalyzerRecord): Analyzer => analyzer;

/** An analyzer, without checking whether the caller may see it. */
export const readAnalyzer = async (id: string): Promise<AnalyzerRecord | undefined> => {
  const item = await get(analyzerKey(id));
  return item && analyzerFromItem(item);
};

/** An analyzer that the caller may change: of its organization or of one below. */
export const findAnalyzer = async (caller: Caller, id: string): Promise<AnalyzerRecord | undefined> => {
  const analyzer = await readAnalyzer(id);
  return analyzer && reaches(caller, analyzer.path) ? analyzer : undefined;
};

/** Whether an analyzer of an organization above, or of the platform, applies at the end of a path. */
const isAbove = ({ client_id }: AnalyzerRecord, path: readonly string[]): boolean =>
  client_id === null || path.includes(client_id);

/** An analyzer that the caller may see: also a shared one from above. */
export const findVisibleAnalyzer = async (
  caller: Caller,
  id: string,
): Promise<AnalyzerRecord | undefined> => {
  const analyzer = await readAnalyzer(id);
  if (analyzer && reaches(caller, analyzer.path)) return analyzer;
  if (caller.client_id === null) return undefined;
  // Also for an id that does not exist, so that reads do not reveal that another one does.
  const path = await findPath(caller, caller.client_id);
  return analyzer?.shared && path && isAbove(analyzer, path) ? analyzer : undefined;
};

export const insertAnalyzer = async (
  path: readonly string[],
  { client_id: _clientId, ...input }: AnalyzerInput,
): Promise<Write<Analyzer, 'quota_exceeded'>> => {
  checkPatterns(input);
  const id = newId('anl');
  const created_at = createdAt(id);
  const analyzer: AnalyzerRecord = {
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    client_id: path.at(-1) ?? null,
    ...input,
    path,
  };
  const own = await readOwnAnalyzers(ownerOfAnalyzer(analyzer));
  if (own.analyzers.length >= maxAnalyzers) {
    throw new ApiError('quota_exceeded', {
      detail: `An organization may have at most ${maxAnalyzers} analyzers`,
      extensions: { quota: 'analyzers', limit: maxAnalyzers },
    });
  }
  return {
    operations: [
      ownAnalyzersWrite(own, [...own.analyzers, standingOf(analyzer)]),
      put(toItem(analyzer)),
      ...analyzerVersions.keep(analyzer),
      ...entryWrites(entryOf(analyzer)),
    ],
    reply: represent(analyzer),
  };
};

/** Names a restored analyzer among those of its owner, so that it runs again. */
export const nameAnalyzer = (id: string): Promise<void> =>
  retryStale(async () => {
    const analyzer = await readAnalyzer(id);
    if (!analyzer) return;
    const own = await readOwnAnalyzers(ownerOfAnalyzer(analyzer));
    const others = own.analyzers.filter((one) => one.id !== id);
    await commit([ownAnalyzersWrite(own, [...others, standingOf(analyzer)])]);
  });

/** The fields of an analyzer that a request may change. */
export const replaceableFields = (analyzer: AnalyzerRecord) => {
  const { id: _id, created_at: _created, updated_at: _updated, version: _version, ...rest } = analyzer;
  const { client_id: _client, path: _path, ...fields } = rest;
  return fields;
};

const withChanged = async (analyzer: AnalyzerRecord): Promise<Operation<Stale>[]> => {
  const own = await readOwnAnalyzers(ownerOfAnalyzer(analyzer));
  const standings = own.analyzers.map((one) => (one.id === analyzer.id ? standingOf(analyzer) : one));
  return isDeepStrictEqual(standings, own.analyzers) ? [] : [ownAnalyzersWrite(own, standings)];
};

/** Creates the next version of an analyzer, unless it would equal the current one. */
export const replaceAnalyzer = async (
  before: AnalyzerRecord,
  input: AnalyzerReplacement,
): Promise<Write<Analyzer>> => {
  checkPatterns(input);
  const known = replaceableFields(before);
  const fields = Object.fromEntries(
    Object.keys(known).map((name) => [name, input[name as keyof AnalyzerReplacement]]),
  ) as typeof known;
  const replaces = represent(before);
  if (isDeepStrictEqual(fields, known)) return { operations: [], reply: replaces, replaces };
  const analyzer: AnalyzerRecord = {
    ...before,
    ...fields,
    version: before.version + 1,
    updated_at: new Date().toISOString(),
  };
  return {
    operations: [
      putOver(toItem(analyzer), before.version),
      ...analyzerVersions.keep(analyzer),
      ...entryWrites(entryOf(analyzer), entryOf(before)),
      ...(await withChanged(analyzer)),
    ],
    reply: represent(analyzer),
    replaces,
  };
};

/** Removes the record, and with it access to the versions, which a task removes. */
export const removalOf = async (analyzer: AnalyzerRecord): Promise<readonly Operation<Stale>[]> => {
  const own = await readOwnAnalyzers(ownerOfAnalyzer(analyzer));
  const { id } = analyzer;
  return [
    removeVersion(analyzerKey(id), analyzer.version),
    ownAnalyzersWrite(
      own,
      own.analyzers.filter((one) => one.id !== id),
    ),
    ...entryRemovals(entryOf(analyzer)),
    taskWrite({ kind: 'second_look', id, group: ownerOfAnalyzer(analyzer) }),
  ];
};

export const removeAnalyzer = async (analyzer: AnalyzerRecord): Promise<Write<undefined>> => ({
  operations: await removalOf(analyzer),
  reply: undefined,
  replaces: represent(analyzer),
  about: analyzer,
});

export const listAnalyzers = async (owner: string, paging: PageRequest): Promise<Page<AnalyzerItem>> => {
  const { items: data, next } = await listEntries<AnalyzerItem>({ list: 'analyzers', owner, ...paging });
  return { data, next };
};

/**
 * The analyzers that apply at the end of a path, nearest last: its own, and those from above that the caller
 * may see.
 */
export const listInherited = async (
  caller: Caller,
  path: readonly string[],
  paging: PageRequest,
): Promise<Page<AnalyzerItem>> => {
  const owners = await Promise.all([platform, ...path].map(readOwnAnalyzers));
  const ids = owners.flatMap(({ analyzers }) => analyzers.map(({ id }) => id));
  const items = ids.length === 0 ? [] : await batchGet(ids.map(analyzerKey));
  const seen = items
    .flatMap((item) => (item ? [analyzerFromItem(item)] : []))
    .filter((analyzer) => analyzer.shared || reaches(caller, analyzer.path));
  return pageOfAll(seen.map(shownOf), paging, ({ id }) => id);
};

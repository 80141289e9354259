import { isDeepStrictEqual } from 'node:util';
import type { Analyzer, AnalyzerInput, AnalyzerItem, AnalyzerReplacement } from '#lib/contract/analyzers.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { checkPatterns } from '#lib/domain/analysis/patterns.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform, reaches } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import { findPath } from '#lib/organizations/clients.ts';
import {
  changed,
  entityChanges,
  entityFootprint,
  entityRemovals,
  entityWrites,
  firstVersion,
} from '#lib/store/entity.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { ownWrite, readOwn } from '#lib/store/own-items.ts';
import type { Item } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzers, shownOf } from './analyzer-record.ts';
import { analyzerVersions } from './analyzer-versions.ts';
import { pageOfAll } from './page-of-all.ts';
import { maxAnalyzers, ownAnalyzers, ownerOfAnalyzer, standingOf } from './standing.ts';

/** All other items that an analyzer's record implies, except that its owner's item names it. */
export const analyzerFootprint = (item: Item): Item[] => [
  ...entityFootprint(analyzers)(item),
  ...analyzerVersions.items(analyzers.fromItem(item)),
];

/** Whether an analyzer of an organization above, or of the platform, applies at the end of a path. */
const isAbove = ({ client_id }: AnalyzerRecord, path: readonly string[]): boolean =>
  client_id === null || path.includes(client_id);

/** An analyzer that the caller may see: also a shared one from above. */
export const findVisibleAnalyzer = async (
  caller: Caller,
  id: string,
): Promise<AnalyzerRecord | undefined> => {
  const analyzer = await analyzers.read(id);
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
  const analyzer: AnalyzerRecord = { ...firstVersion(newId(analyzers.prefix), path), ...input };
  const own = await readOwn(ownAnalyzers, ownerOfAnalyzer(analyzer));
  if (own.entries.length >= maxAnalyzers) {
    throw new ApiError('quota_exceeded', {
      detail: `An organization may have at most ${maxAnalyzers} analyzers`,
      extensions: { quota: 'analyzers', limit: maxAnalyzers },
    });
  }
  return {
    operations: [
      ownWrite(ownAnalyzers, own, [...own.entries, standingOf(analyzer)]),
      ...entityWrites(analyzers, analyzer),
      ...analyzerVersions.keep(analyzer),
    ],
    reply: analyzers.represent(analyzer),
  };
};

/** Names a restored analyzer among those of its owner, so that it runs again. */
export const nameAnalyzer = (id: string): Promise<void> =>
  retryStale(async () => {
    const analyzer = await analyzers.read(id);
    if (!analyzer) return;
    const own = await readOwn(ownAnalyzers, ownerOfAnalyzer(analyzer));
    const others = own.entries.filter((one) => one.id !== id);
    await commit([ownWrite(ownAnalyzers, own, [...others, standingOf(analyzer)])]);
  });

const withChanged = async (analyzer: AnalyzerRecord): Promise<Operation<Stale>[]> => {
  const own = await readOwn(ownAnalyzers, ownerOfAnalyzer(analyzer));
  const standings = own.entries.map((one) => (one.id === analyzer.id ? standingOf(analyzer) : one));
  return isDeepStrictEqual(standings, own.entries) ? [] : [ownWrite(ownAnalyzers, own, standings)];
};

/** Creates the next version of an analyzer, unless it would equal the current one. */
export const replaceAnalyzer = async (
  before: AnalyzerRecord,
  input: AnalyzerReplacement,
): Promise<Write<Analyzer>> => {
  checkPatterns(input);
  const known = analyzers.fieldsOf(before);
  const fields = Object.fromEntries(
    Object.keys(known).map((name) => [name, input[name as keyof AnalyzerReplacement]]),
  ) as typeof known;
  const replaces = analyzers.represent(before);
  if (isDeepStrictEqual(fields, known)) return { operations: [], reply: replaces, replaces };
  const analyzer = changed(before, fields);
  return {
    operations: [
      ...entityChanges(analyzers, before, analyzer),
      ...analyzerVersions.keep(analyzer),
      ...(await withChanged(analyzer)),
    ],
    reply: analyzers.represent(analyzer),
    replaces,
  };
};

/** Removes the record, and with it access to the versions, which a task removes. */
export const removalOf = async (analyzer: AnalyzerRecord): Promise<readonly Operation<Stale>[]> => {
  const own = await readOwn(ownAnalyzers, ownerOfAnalyzer(analyzer));
  const { id } = analyzer;
  return [
    ...entityRemovals(analyzers, analyzer),
    ownWrite(
      ownAnalyzers,
      own,
      own.entries.filter((one) => one.id !== id),
    ),
    taskWrite({ kind: 'second_look', id, group: ownerOfAnalyzer(analyzer) }),
  ];
};

export const removeAnalyzer = async (analyzer: AnalyzerRecord): Promise<Write<undefined>> => ({
  operations: await removalOf(analyzer),
  reply: undefined,
  replaces: analyzers.represent(analyzer),
  about: analyzer,
});

/**
 * The analyzers that apply at the end of a path, nearest last: its own, and those from above that the caller
 * may see.
 */
export const listInherited = async (
  caller: Caller,
  path: readonly string[],
  paging: PageRequest,
): Promise<Page<AnalyzerItem>> => {
  const owners = await Promise.all([platform, ...path].map((owner) => readOwn(ownAnalyzers, owner)));
  const ids = owners.flatMap(({ entries }) => entries.map(({ id }) => id));
  const items = ids.length === 0 ? [] : await batchGet(ids.map((id) => keyOf('analyzer', id)));
  const seen = items
    .flatMap((item) => (item ? [analyzers.fromItem(item)] : []))
    .filter((analyzer) => analyzer.shared || reaches(caller, analyzer.path));
  return pageOfAll(seen.map(shownOf), paging, ({ id }) => id);
};

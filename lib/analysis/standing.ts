import { platform } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { ownItemsReader } from '#lib/store/own-items.ts';
import type { Item } from '#lib/store/table.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';

/*
 * The analyzers of an organization are named in one item, so that one read finds those of a conversation at
 * all levels. The function that follows conversations caches these items for a moment, and also their
 * absence, so that a conversation that nobody analyzes costs nothing.
 */

/** An analyzer of an owner, as far as it decides whether it runs. */
export interface AnalyzerSwitch {
  readonly id: string;
  readonly enabled: boolean;
  readonly mandatory: boolean;
}

/** The analyzers of an organization, or of the platform itself. */
export interface OwnAnalyzers {
  readonly owner: string;
  readonly analyzers: readonly AnalyzerSwitch[];
  /** 0: there is no item. */
  readonly version: number;
}

/** The number of analyzers that an organization may have. */
export const maxAnalyzers = 10;

export const ownerOfAnalyzer = ({ client_id }: Pick<AnalyzerRecord, 'client_id'>): string =>
  client_id ?? platform;

export const standingOf = ({ id, enabled, mandatory }: AnalyzerRecord): AnalyzerSwitch => ({
  id,
  enabled,
  mandatory,
});

const toItem = ({ owner, analyzers, version }: OwnAnalyzers): Item => ({
  ...keyOf('analyzers', owner),
  analyzers: JSON.stringify(analyzers),
  version,
});

export const ownAnalyzersFromItem = (owner: string, item: Item | undefined): OwnAnalyzers => ({
  owner,
  analyzers: item ? (JSON.parse(item.analyzers as string) as AnalyzerSwitch[]) : [],
  version: item ? (item.version as number) : 0,
});

export const readOwnAnalyzers = async (owner: string): Promise<OwnAnalyzers> =>
  ownAnalyzersFromItem(owner, await get(keyOf('analyzers', owner)));

/** Changes the analyzers of an owner, unless they changed since they were read. */
export const ownAnalyzersWrite = (
  { owner, version }: OwnAnalyzers,
  analyzers: readonly AnalyzerSwitch[],
): Operation<Stale> => {
  if (analyzers.length === 0) return removeVersion(keyOf('analyzers', owner), version);
  // The item is removed with the last analyzer, and its successor's versions must be different ones.
  const item = toItem({ owner, analyzers, version: Math.max(version + 1, Date.now()) });
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

/** The analyzers of several owners that may run, which may be slightly out of date. */
export const standingsOf = ownItemsReader('analyzers', (owner, item): readonly AnalyzerSwitch[] =>
  ownAnalyzersFromItem(owner, item).analyzers.filter(({ enabled }) => enabled),
);

import { platform } from '#lib/domain/caller.ts';
import { ownItemsReader, ownList } from '#lib/store/own-items.ts';
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

/** The number of analyzers that an organization may have. */
export const maxAnalyzers = 10;

export const ownerOfAnalyzer = ({ client_id }: Pick<AnalyzerRecord, 'client_id'>): string =>
  client_id ?? platform;

export const standingOf = ({ id, enabled, mandatory }: AnalyzerRecord): AnalyzerSwitch => ({
  id,
  enabled,
  mandatory,
});

export const ownAnalyzers = /* @__PURE__ */ ownList<AnalyzerSwitch>('analyzers', 'analyzers');

/** The analyzers of several owners that may run, which may be slightly out of date. */
export const standingsOf = ownItemsReader('analyzers', (owner, item): readonly AnalyzerSwitch[] =>
  ownAnalyzers.fromItem(owner, item).entries.filter(({ enabled }) => enabled),
);

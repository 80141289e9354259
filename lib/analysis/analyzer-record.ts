import type { Analyzer } from '#lib/contract/analyzers.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item, Key } from '#lib/store/table.ts';

/**
 * An analyzer as it is stored: with the ids of its organization and that organization's ancestors, from the
 * top down.
 */
export interface AnalyzerRecord extends Analyzer {
  readonly path: readonly string[];
}

const json = [
  'criteria',
  'fields',
  'outcome',
  'summary',
  'success',
  'when',
  'write',
  'model',
  'review',
  'metadata',
] as const;

export const analyzerItem = (analyzer: AnalyzerRecord, key: Key): Item => ({
  ...pack(analyzer, json),
  ...key,
});

export const analyzerFromItem = (item: Item): AnalyzerRecord => unpack<AnalyzerRecord>(item, json);

import type { Analyzer, AnalyzerItem } from '#lib/contract/analyzers.ts';
import { entities } from '#lib/store/entity.ts';

/**
 * An analyzer as it is stored: with the ids of its organization and that organization's ancestors, from the
 * top down.
 */
export interface AnalyzerRecord extends Analyzer {
  readonly path: readonly string[];
}

/** An analyzer as a list shows it. */
export const shownOf = (analyzer: AnalyzerRecord): AnalyzerItem => {
  const { id, created_at, updated_at, version, client_id, name, description } = analyzer;
  const { enabled, mandatory, shared } = analyzer;
  return { id, created_at, updated_at, version, client_id, name, description, enabled, mandatory, shared };
};

export const analyzers = /* @__PURE__ */ entities<AnalyzerRecord, AnalyzerItem>({
  prefix: 'anl',
  list: 'analyzers',
  kind: 'analyzer',
  json: [
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
  ],
  shown: shownOf,
});

import type { AnalyzerVersionItem } from '#lib/contract/analyzer-versions.ts';
import { versionsOf } from '#lib/store/versions.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzers } from './analyzer-record.ts';

export const analyzerVersions = versionsOf<AnalyzerRecord, AnalyzerVersionItem>({
  list: 'analyzer_versions',
  kind: 'analyzer_version',
  toItem: (analyzer, key) => ({ ...analyzers.toItem(analyzer), ...key }),
  fromItem: analyzers.fromItem,
  shown: ({ updated_at, version, name, description, enabled }) => ({
    version,
    created_at: updated_at,
    name,
    description,
    enabled,
  }),
});

import * as z from 'zod/mini';
import { VersionNumber } from './agent-versions.ts';
import { Analyzer, AnalyzerItem, analyzerParams } from './analyzers.ts';
import { described, docs, Timestamp } from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { entityOf, route } from './route.ts';

export const AnalyzerVersionItem = z
  .extend(z.pick(AnalyzerItem, { version: true, name: true, description: true, enabled: true }), {
    created_at: described(Timestamp, 'When this version was created'),
  })
  .register(docs, {
    id: 'AnalyzerVersionItem',
    description: 'A version of an analyzer as it appears in a list',
  });
export type AnalyzerVersionItem = z.output<typeof AnalyzerVersionItem>;

const params = z.strictObject({ ...analyzerParams, analyzer_version: VersionNumber });

export const list = route('GET /v1/analyzers/{analyzer_id}/versions', {
  summary: 'List the versions of an analyzer, newest first',
  description: 'Lists one version for the analyzer’s creation and one for each change.',
  scope: 'analysis:read',
  query: z.strictObject(listQuery),
  ...pagesOf('AnalyzerVersionList', AnalyzerVersionItem),
});

export const get = route('GET /v1/analyzers/{analyzer_id}/versions/{analyzer_version}', {
  summary: 'Get a version of an analyzer',
  description: 'Returns the whole analyzer as it was at that version. A version never changes.',
  scope: 'analysis:read',
  params,
  ...entityOf(Analyzer),
});

export const restore = route('POST /v1/analyzers/{analyzer_id}/versions/{analyzer_version}/restore', {
  summary: 'Restore a version of an analyzer',
  description:
    'Creates a new version with the content of the earlier one; the versions in between are kept. `If-Match` is compared with the analyzer’s current state.',
  scope: 'analysis:write',
  params,
  audit: 'analyzer.restored',
  ...entityOf(Analyzer),
  errors: ['precondition_failed'],
});

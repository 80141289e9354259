import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { analyzerVersions } from '#lib/analysis/analyzer-versions.ts';
import { findVisibleAnalyzer } from '#lib/analysis/analyzers.ts';
import { get } from '#lib/contract/analyzer-versions.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const analyzer = (await findVisibleAnalyzer(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
  const version = await analyzerVersions.find(analyzer, params.analyzer_version);
  return version ? analyzers.represent(version) : fail('analyzer_version_not_found');
});

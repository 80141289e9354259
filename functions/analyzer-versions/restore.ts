import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { analyzerVersions } from '#lib/analysis/analyzer-versions.ts';
import { replaceAnalyzer } from '#lib/analysis/analyzers.ts';
import { restore } from '#lib/contract/analyzer-versions.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(restore, async ({ params, caller, fail }) => {
  const analyzer = (await analyzers.find(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
  const version = await analyzerVersions.find(analyzer, params.analyzer_version);
  return version
    ? replaceAnalyzer(analyzer, analyzers.fieldsOf(version))
    : fail('analyzer_version_not_found');
});

import { analyzerVersions } from '#lib/analysis/analyzer-versions.ts';
import { findVisibleAnalyzer } from '#lib/analysis/analyzers.ts';
import { list } from '#lib/contract/analyzer-versions.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const analyzer = await findVisibleAnalyzer(caller, params.analyzer_id);
  return analyzer ? analyzerVersions.list(analyzer, { ...page, ...query }) : fail('analyzer_not_found');
});

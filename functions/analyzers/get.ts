import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { findVisibleAnalyzer } from '#lib/analysis/analyzers.ts';
import { get } from '#lib/contract/analyzers.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const analyzer = await findVisibleAnalyzer(caller, params.analyzer_id);
  return analyzer ? analyzers.represent(analyzer) : fail('analyzer_not_found');
});

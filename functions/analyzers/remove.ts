import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { removeAnalyzer } from '#lib/analysis/analyzers.ts';
import { remove } from '#lib/contract/analyzers.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const analyzer = await analyzers.find(caller, params.analyzer_id);
  return analyzer ? removeAnalyzer(analyzer) : fail('analyzer_not_found');
});

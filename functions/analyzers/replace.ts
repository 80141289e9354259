import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { replaceAnalyzer } from '#lib/analysis/analyzers.ts';
import { replace } from '#lib/contract/analyzers.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const analyzer = (await analyzers.find(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
  refuseChange(analyzer, body, ['client_id']);
  return replaceAnalyzer(analyzer, body);
});

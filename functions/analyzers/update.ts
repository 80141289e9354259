import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { replaceAnalyzer } from '#lib/analysis/analyzers.ts';
import { AnalyzerReplacement, update } from '#lib/contract/analyzers.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const analyzer = (await analyzers.find(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
  const merged = parseBody(AnalyzerReplacement, mergePatch(analyzers.fieldsOf(analyzer), body));
  return replaceAnalyzer(analyzer, merged);
});

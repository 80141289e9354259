import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { insertRun, versionForRun } from '#lib/analysis/runs.ts';
import { create } from '#lib/contract/analysis-runs.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  requireScopes(caller, ['conversations:read']);
  const analyzer = (await analyzers.find(caller, body.analyzer_id)) ?? fail('analyzer_not_found');
  const version = await versionForRun(analyzer, body.version);
  return version ? insertRun(version, body) : fail('analyzer_version_not_found');
});

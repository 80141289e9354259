import { insertAnalyzer } from '#lib/analysis/analyzers.ts';
import { create } from '#lib/contract/analyzers.ts';
import { invalid } from '#lib/contract/errors.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const clientId = body.client_id === undefined ? caller.client_id : body.client_id;
  if (clientId === null) {
    if (caller.client_id === null) return insertAnalyzer([], body);
    const detail = 'must be the key’s organization or one of its descendants';
    throw invalid({ pointer: '/client_id', code: 'out_of_reach', detail });
  }
  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  return isSuspended(lineage) ? fail('client_suspended') : insertAnalyzer(lineage.client.path, body);
});

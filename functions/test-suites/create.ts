import { invalid } from '#lib/contract/errors.ts';
import { create } from '#lib/contract/test-suites.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { insertOwned } from '#lib/test-suites/owned-record.ts';
import { checkSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const clientId = body.client_id === undefined ? caller.client_id : body.client_id;
  if (clientId === null && caller.client_id !== null) {
    const detail = 'must be the key’s organization or one of its descendants';
    throw invalid({ pointer: '/client_id', code: 'out_of_reach', detail });
  }
  const lineage = clientId === null ? undefined : await findLineage(caller, clientId);
  if (clientId !== null && !lineage) return fail('client_not_found');
  if (lineage && isSuspended(lineage)) return fail('client_suspended');
  await checkSuite(caller, body);
  return insertOwned(suites, lineage?.client.path ?? [], body);
});

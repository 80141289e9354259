import { invalid } from '#lib/contract/errors.ts';
import { create } from '#lib/contract/tool-servers.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { askForTools } from '#lib/tools/ask-tool-server.ts';
import { sealToken } from '#lib/tools/seal-token.ts';
import { insertToolServer, newToolServerId } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(create, async ({ body, caller, fail }) => {
  const clientId = body.client_id ?? caller.client_id;
  if (!clientId) {
    const detail = 'is missing: the platform has no tool servers';
    throw invalid({ pointer: '/client_id', code: 'required', detail });
  }
  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  if (isSuspended(lineage)) return fail('client_suspended');
  checkUrl(body.url);
  const found = await askForTools(body);
  const id = newToolServerId();
  return insertToolServer(id, lineage.client, body, await sealToken(id, body.token), found);
});

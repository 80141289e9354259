import { create } from '#lib/contract/tool-servers.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { newOwnerBelow } from '#lib/organizations/new-owner.ts';
import { askForTools } from '#lib/tools/ask-tool-server.ts';
import { sealToken } from '#lib/tools/seal-token.ts';
import { insertToolServer, newToolServerId } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(create, async ({ body, caller }) => {
  const { client } = await newOwnerBelow(caller, body.client_id);
  checkUrl(body.url);
  const found = await askForTools(body);
  const id = newToolServerId();
  return insertToolServer(id, client, body, await sealToken(id, body.token), found);
});

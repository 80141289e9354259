import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('a tool server is visible to its organization and those above', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const { params, toolServer } = await connectedToolServer(org);
  for (const { api } of [org, parent]) expect(await api.toolServers.get({ params })).toEqual(toolServer);
  const other = await organization();
  expect(await refusalOf(other.api.toolServers.get({ params }))).toBe('404 tool_server_not_found');
  const unknown = { tool_server_id: unknownId('tsrv') };
  expect(await refusalOf(org.api.toolServers.get({ params: unknown }))).toBe('404 tool_server_not_found');
});

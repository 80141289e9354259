import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('a patch changes the fields that are sent', async () => {
  const { api } = await organization();
  const { params } = await connectedToolServer({ api });
  const named = await api.toolServers.update({ params, body: { name: 'Main shop' } });
  expect(named).toMatchObject({ name: 'Main shop', token_hint: null, version: 2 });
  const secured = await api.toolServers.update({ params, body: { token: 'token-of-the-shop' } });
  expect(secured).toMatchObject({ name: 'Main shop', token_hint: 'shop', version: 3 });
  expect((await api.toolServers.update({ params, body: { name: 'Main shop' } })).version).toBe(3);
  const unknown = { tool_server_id: unknownId('tsrv') };
  const refused = api.toolServers.update({ params: unknown, body: {} });
  expect(await refusalOf(refused)).toBe('404 tool_server_not_found');
});

import { expect, test } from 'vitest';
import { organization, problemOf, refusalOf, unknownId } from '../../fixtures.ts';
import { findOrder } from '../../support/mcp-server.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('a replacement keeps an absent token and removes a null one', async () => {
  const { api } = await organization();
  const { server, params } = await connectedToolServer({ api }, [findOrder], 'first-token');
  const replaced = await api.toolServers.replace({ params, body: { name: 'Main shop' } });
  expect(replaced).toMatchObject({ name: 'Main shop', version: 2, token_hint: 'oken' });
  await api.toolServers.refresh({ params });
  expect(server.tokens.at(-1)).toBe('Bearer first-token');
  const without = await api.toolServers.replace({ params, body: { name: 'Main shop', token: null } });
  expect(without.token_hint).toBeNull();
  await api.toolServers.refresh({ params });
  expect(server.tokens.at(-1)).toBeUndefined();
});

test('its address and its organization are fixed', async () => {
  const { api } = await organization();
  const { params, toolServer } = await connectedToolServer({ api });
  const { url, client_id } = toolServer;
  const same = await api.toolServers.replace({ params, body: { name: 'Shop', url, client_id } });
  expect(same.version).toBe(1);
  const body = { name: 'Shop', url: 'https://other.example/', client_id: unknownId('client') };
  const problem = await problemOf(api.toolServers.replace({ params, body }));
  expect(problem.errors).toMatchObject([
    { pointer: '/client_id', code: 'fixed' },
    { pointer: '/url', code: 'fixed' },
  ]);
  const unknown = { tool_server_id: unknownId('tsrv') };
  const refused = api.toolServers.replace({ params: unknown, body: { name: 'Shop' } });
  expect(await refusalOf(refused)).toBe('404 tool_server_not_found');
});

import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('a removed tool server is gone, also from lists', async () => {
  const org = await organization();
  const { params } = await connectedToolServer(org);
  await org.api.toolServers.remove({ params });
  expect(await refusalOf(org.api.toolServers.remove({ params }))).toBe('404 tool_server_not_found');
  expect((await org.api.toolServers.list()).data).toEqual([]);
});

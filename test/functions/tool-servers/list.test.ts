import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('a list has the tool servers of an organization and its descendants, without their tools', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const { toolServer: above } = await connectedToolServer(parent);
  const { toolServer: below } = await connectedToolServer(org);
  const { data } = await parent.api.toolServers.list();
  const { tools: _tools, metadata: _metadata, ...item } = below;
  expect(data.map(({ id }) => id)).toEqual([below.id, above.id]);
  expect(data[0]).toEqual(item);
  expect((await org.api.toolServers.list()).data).toEqual([item]);
  const query = { client_id: parent.client.id };
  expect(await refusalOf(org.api.toolServers.list({ query }))).toBe('404 client_not_found');
});

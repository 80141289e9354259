import { expect, test } from 'vitest';
import { preparedDeployment } from '../../support/deployments.ts';

test('an agent has one deployment for each integration, listed page by page', async () => {
  const { org, account, params, deploy } = await preparedDeployment('vapi');
  const first = await deploy();
  expect((await deploy()).id).toBe(first.id);
  const body = { provider: 'vapi' as const, name: 'Second', api_key: account.apiKey };
  const { id: integration_id } = await org.api.integrations.create({ body });
  const second = await org.api.deployments.create({ params, body: { integration_id } });
  const ids: string[] = [];
  for await (const { id } of org.api.deployments.list.all({ params, query: { limit: '1' } })) ids.push(id);
  expect(ids).toEqual([second.id, first.id]);
});

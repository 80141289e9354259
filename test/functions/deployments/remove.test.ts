import { expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import { preparedDeployment } from '../../support/deployments.ts';
import { changeIntegration } from '../../support/integrations.ts';

test('a removed deployment is gone at the provider as well, and its agent remains', async () => {
  const { org, params, deploy, agents } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  expect(await agents()).toHaveLength(1);
  const remove = () => org.api.deployments.remove({ params: { ...params, deployment_id } });
  await remove();
  expect(await agents()).toEqual([]);
  expect(await refusalOf(remove())).toBe('404 deployment_not_found');
  expect((await org.api.agents.get({ params })).id).toBe(params.agent_id);
});

test('a removal of a deployment needs the integration, and shows what the provider answers', async () => {
  const { org, account, params, integration, deploy } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const remove = () => refusalOf(org.api.deployments.remove({ params: { ...params, deployment_id } }));
  const at = 'DELETE /assistant';
  await account.plan({ plans: [{ at, trouble: 'refused', times: 1 }] });
  expect(await remove()).toBe('409 provider_refused');
  await account.plan({ plans: [{ at, trouble: 'down' }] });
  expect(await remove()).toBe('503 provider_unavailable');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await remove()).toBe('409 integration_disabled');
  await org.api.integrations.replace({
    params: { integration_id: integration.id },
    body: { name: 'Without a key', api_key: null },
  });
  expect(await remove()).toBe('409 integration_without_key');
});

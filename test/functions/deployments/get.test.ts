import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { preparedDeployment } from '../../support/deployments.ts';
import { changeIntegration } from '../../support/integrations.ts';

test('a deployment is outdated once its agent has changed, and unknown to organizations beside', async () => {
  const { org, params, deploy } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const read = () => org.api.deployments.get({ params: { ...params, deployment_id } });
  expect((await read()).status).toBe('current');
  await org.api.agents.update({ params, body: { prompt: 'You are Mia, of the evening.' } });
  expect((await read()).status).toBe('outdated');
  const stranger = await organization();
  const beyond = stranger.api.deployments.get({ params: { ...params, deployment_id } });
  expect(await refusalOf(beyond)).toBe('404 agent_not_found');
});

test('a look at a deployment needs the integration, and shows what the provider answers', async () => {
  const { org, account, params, integration, deploy } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const get = () => refusalOf(org.api.deployments.get({ params: { ...params, deployment_id } }));
  const at = 'GET /assistant';
  await account.plan({ plans: [{ at, trouble: 'refused', times: 1 }] });
  expect(await get()).toBe('409 provider_refused');
  await account.plan({ plans: [{ at, trouble: 'down' }] });
  expect(await get()).toBe('503 provider_unavailable');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await get()).toBe('409 integration_disabled');
  await org.api.integrations.replace({
    params: { integration_id: integration.id },
    body: { name: 'Without a key', api_key: null },
  });
  expect(await get()).toBe('409 integration_without_key');
});

test('a deployment whose integration was removed is shown as it is stored', async () => {
  const { org, params, integration, deploy } = await preparedDeployment('vapi');
  const deployed = await deploy();
  await org.api.integrations.remove({ params: { integration_id: integration.id } });
  const ofDeployment = { params: { ...params, deployment_id: deployed.id } };
  expect(await org.api.deployments.get(ofDeployment)).toEqual(deployed);
});

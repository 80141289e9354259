import { expect, test } from 'vitest';
import { organization, platform, providerAccount, refusalOf } from '../../fixtures.ts';
import { preparedDeployment } from '../../support/deployments.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { deploymentsOf } from '../../support/key-beginnings.ts';

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

test('a removal of a deployment shows what the provider answers, and a repeat completes it', async () => {
  const { org, account, params, integration, deploy, agents } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const remove = () => refusalOf(org.api.deployments.remove({ params: { ...params, deployment_id } }));
  const at = 'DELETE /assistant';
  await account.plan({ plans: [{ at, trouble: 'refused', times: 1 }] });
  expect(await remove()).toBe('409 provider_refused');
  await account.plan({ plans: [{ at, trouble: 'down' }] });
  expect(await remove()).toBe('503 provider_unavailable');
  await account.plan({ plans: [] });
  await changeIntegration(org, integration, { api_key: null });
  expect(await remove()).toBe('409 integration_without_key');
  await changeIntegration(org, integration, { api_key: account.apiKey });
  await org.api.deployments.remove({ params: { ...params, deployment_id } });
  expect(await agents()).toEqual([]);
});

test('a deployment to an account that is disabled or was disconnected is removed without the provider', async () => {
  const { org, params, integration, deploy, agents } = await preparedDeployment('vapi');
  const remove = (deployment_id: string) =>
    org.api.deployments.remove({ params: { ...params, deployment_id } });
  const list = async () => (await org.api.deployments.list({ params })).data;
  const first = await deploy();
  await changeIntegration(org, integration, { status: 'disabled' });
  await remove(first.id);
  expect([await list(), (await agents()).length]).toEqual([[], 1]);

  await changeIntegration(org, integration, { status: 'active' });
  const second = await deploy();
  await org.api.integrations.remove({ params: { integration_id: integration.id } });
  await overtaken(
    platform.dynamodb_endpoint,
    {
      key: deploymentsOf(params.agent_id),
      operation: 'TransactWriteItems',
    },
    async () => expect(await refusalOf(remove(second.id))).toBe('404 deployment_not_found'),
    () => remove(second.id),
  );
  expect([await list(), (await agents()).length]).toEqual([[], 2]);
});

test('a deployment to the account of an organization above is removed with a key from there', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const { apiKey } = providerAccount(`key-of-${reseller.client.id}`);
  const agent = await client.api.agents.create({ body: { name: 'Mia', prompt: 'You are Mia.' } });
  const params = { agent_id: agent.id };
  const body = { provider: 'vapi' as const, name: 'Vapi', api_key: apiKey };
  const { id: integration_id } = await reseller.api.integrations.create({ body });
  const deployed = await reseller.api.deployments.create({ params, body: { integration_id } });
  const ofDeployment = { params: { ...params, deployment_id: deployed.id } };
  expect(await client.api.deployments.get(ofDeployment)).toEqual(deployed);
  const refused = '404 integration_not_found';
  expect(await refusalOf(client.api.deployments.remove(ofDeployment))).toBe(refused);
  await reseller.api.deployments.remove(ofDeployment);
});

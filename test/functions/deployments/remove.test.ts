import { expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import { preparedDeployment } from '../../support/deployments.ts';

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

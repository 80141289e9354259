import { expect, test } from 'vitest';
import { organisation, refusalOf } from '../../fixtures.ts';
import { preparedDeployment } from '../../support/deployments.ts';

test('a deployment is outdated once its agent has changed, and unknown to organizations beside', async () => {
  const { org, params, deploy } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const read = () => org.api.deployments.get({ params: { ...params, deployment_id } });
  expect((await read()).status).toBe('current');
  await org.api.agents.update({ params, body: { prompt: 'You are Mia, of the evening.' } });
  expect((await read()).status).toBe('outdated');
  const stranger = await organisation();
  const beyond = stranger.api.deployments.get({ params: { ...params, deployment_id } });
  expect(await refusalOf(beyond)).toBe('404 agent_not_found');
});

import { expect, test } from 'vitest';
import { newAgent, organization, suspend } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';

test('a call of an agent that nobody mapped waits, and becomes a conversation once it is mapped', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell');
  for (const payload of call.events) await deliver(integration, payload);
  const parked = await settled(org, integration, ({ status }) => status === 'parked');
  expect(parked.map(({ status_detail }) => status_detail)).toContain(
    `No agent is mapped to ${call.agent_id}`,
  );
  expect(await conversationsOf(org)).toEqual([]);

  const params = { integration_id: integration.id };
  const agents = [{ provider_agent_id: call.agent_id, agent_id: agent.id }];
  await org.api.integrations.replace({ params, body: { name: 'Mapped', agents } });
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    { agent_id: agent.id, status: 'completed', sentiment: 'positive', transcript: { turns: 4 } },
  ]);
});

test('events of a suspended organization wait', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  await suspend(org);
  await deliver(integration, call.events[0]);
  const [event] = await settled(org, integration, ({ status }) => status === 'parked');
  expect(event?.status_detail).toBe('The organization is suspended');
});

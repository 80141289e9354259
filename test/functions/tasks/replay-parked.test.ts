import { expect, test } from 'vitest';
import { newAgent, organization, resume, suspend } from '../../fixtures.ts';
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

test('calls of a suspended organization wait, and become conversations once its suspension ends', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const agent = await newAgent(org);
  // One account at a provider for several organizations, and one of the organization itself.
  const calls = [newCall('elevenlabs'), newCall('retell')] as const;
  const shared = await connect(reseller, 'elevenlabs', { [calls[0].agent_id]: agent.id });
  const own = await connect(org, 'retell', { [calls[1].agent_id]: agent.id });
  await suspend(org);
  await deliver(shared, calls[0].events[0]);
  for (const payload of calls[1].events) await deliver(own, payload);
  const isParked = ({ status }: { readonly status: string }) => status === 'parked';
  const [event] = await settled(reseller, shared, isParked);
  expect(event?.status_detail).toBe('The organization is suspended');
  await settled(reseller, own, isParked);
  expect(await conversationsOf(reseller)).toEqual([]);

  await resume(org);
  await settled(reseller, shared);
  await settled(reseller, own);
  const found = await conversationsOf(org);
  expect(found.map(({ agent_id, status }) => [agent_id, status])).toEqual([
    [agent.id, 'completed'],
    [agent.id, 'completed'],
  ]);
});

test('the end of an ancestor’s suspension lets the calls of its descendants be processed', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const agent = await newAgent(org);
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  await suspend(reseller);
  await deliver(integration, call.events[0]);
  await settled(org, integration, ({ status }) => status === 'parked');

  await resume(reseller);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ agent_id: agent.id, status: 'completed' }]);
});

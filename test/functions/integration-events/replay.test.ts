import { expect, test } from 'vitest';
import { newAgent, operator, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';

test('an event that was parked is processed when it is replayed, and a second time changes nothing', async () => {
  const org = await organization();
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs');
  await deliver(integration, call.events[0]);
  const [parked] = await settled(org, integration, ({ status }) => status === 'parked');
  const agent = await newAgent(org);
  const provider = { name: 'elevenlabs', agent_id: call.agent_id };
  await operator.agents.replace({ params: { agent_id: agent.id }, body: { name: 'Named', provider } });

  const params = { integration_id: integration.id, event_id: parked?.id ?? '' };
  const replayed = await org.api.integrationEvents.replay({ params });
  expect(replayed).toMatchObject({ id: parked?.id, status: 'received', status_detail: null });
  await settled(org, integration);
  const made = await conversationsOf(org);
  expect(made).toMatchObject([{ agent_id: agent.id, status: 'completed' }]);

  await org.api.integrationEvents.replay({ params });
  await settled(org, integration);
  expect(await conversationsOf(org)).toEqual(made);
  const unknown = { ...params, event_id: unknownId('evt') };
  expect(await refusalOf(org.api.integrationEvents.replay({ params: unknown }))).toBe('404 event_not_found');
});

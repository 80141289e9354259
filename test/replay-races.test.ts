import { expect, onTestFinished, test } from 'vitest';
import { connect, deliver, eventsOf, newCall } from './support/connected.ts';
import { deliveriesOf } from './support/deliveries.ts';
import { overtaken } from './support/fault-proxy.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { usersOf } from './support/users.ts';

test('an event that is parked after a replay has read the list is replayed as well', async () => {
  const platform = await startOwnPlatform({ following: false, proxied: true });
  onTestFinished(() => platform.close());
  const { organization } = usersOf(platform.description);
  const { tasksOf, run } = await deliveriesOf(platform);
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs');
  await deliver(integration, call.events[0]);
  const runAll = async (kind: 'provider_events' | 'replay_parked') => {
    for (const task of await tasksOf(integration.id, kind)) await run(task);
  };
  const map = async () => {
    const agents = [{ provider_agent_id: call.agent_id, agent_id }];
    const params = { integration_id: integration.id };
    await org.api.integrations.replace({ params, body: { name: 'Mapped', agents } });
    await runAll('replay_parked');
  };
  const hold = { contains: `${integration.id}#integration_events`, operation: 'TransactWriteItems' };
  const endpoint = platform.description.dynamodb_endpoint;
  await overtaken(endpoint, hold, () => runAll('provider_events'), map);
  expect(await eventsOf(org, integration)).toMatchObject([{ status: 'parked' }]);

  await runAll('replay_parked');
  await runAll('provider_events');
  expect(await eventsOf(org, integration)).toMatchObject([{ status: 'processed' }]);
  // Nothing is looked for a third time.
  expect(await tasksOf(integration.id, 'replay_parked')).toEqual([]);
});

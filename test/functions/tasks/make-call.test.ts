import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import { newAgent, organization, platform } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { noTasks, passUntilDue, waitingTasks } from '../../support/due-tasks.ts';
import { eventually } from '../../support/eventually.ts';
import { inject as injectFault } from '../../support/fault-proxy.ts';
import { dialPath, preparedCall } from '../../support/outbound-calls.ts';
import type { Plan } from '../../support/provider-servers/index.ts';

test.for(providerNames)(
  'a call of %s whose answer is lost is not made twice, and its webhook finds it',
  async (provider) => {
    const plans: Plan[] = [{ at: dialPath[provider], trouble: 'cut', times: 1 }];
    const { org, integration, call, dialed, read } = await preparedCall(provider, plans);
    const { id } = await call();
    await eventually(async () => expect(await dialed()).toHaveLength(1));
    expect((await read(id)).status).toBe('active');

    const said = newCall(provider, 'agent_there');
    // Each provider sends the variables of a call back in a place of its own.
    const place = { platform_conversation_id: id };
    const events = said.events.map((event) => {
      const { data, message, call: sent } = event as Record<string, Record<string, unknown> | undefined>;
      if (data)
        return {
          ...event,
          data: { ...data, conversation_initiation_client_data: { dynamic_variables: place } },
        };
      if (message)
        return { ...event, message: { ...message, call: { ...(message.call as object), metadata: place } } };
      return { ...event, call: { ...sent, metadata: place } };
    });
    for (const payload of events) await deliver(integration, payload);
    await settled(org, integration);
    expect(await conversationsOf(org)).toMatchObject([
      { id, status: 'completed', provider: { conversation_id: said.conversation_id } },
    ]);
    expect(await dialed()).toHaveLength(1);
  },
);

test('a call that the provider refuses ends, and says why', async () => {
  const { call, read } = await preparedCall('retell', [{ at: dialPath.retell, trouble: 'refused' }]);
  const { id } = await call();
  await eventually(async () => {
    expect(await read(id)).toMatchObject({
      status: 'failed',
      end_reason: 'call_not_made',
      provider: { metadata: { call_error: expect.stringContaining('It is refused') } },
    });
  });
});

test('a call that waits for its webhook is claimed only by the integration that placed it', async () => {
  const plans: Plan[] = [{ at: dialPath.retell, trouble: 'cut', times: 1 }];
  const { org, agent, integration, call, dialed, read } = await preparedCall('retell', plans);
  const { id } = await call();
  await eventually(async () => expect(await dialed()).toHaveLength(1));
  const metadata = { platform_conversation_id: id };

  const stranger = await organization();
  const theirs = await newAgent(stranger);
  const others = [
    { owner: stranger, integration: await connect(stranger, 'retell', { agent_else: theirs.id }) },
    { owner: org, integration: await connect(org, 'retell', { agent_else: agent.id }) },
  ];
  for (const other of others) {
    const said = newCall('retell', 'agent_else');
    const [{ call: started } = {}] = said.events;
    await deliver(other.integration, { event: 'call_started', call: { ...(started as object), metadata } });
    await settled(other.owner, other.integration);
    const made = await conversationsOf(other.owner);
    const claimed = made.find(({ provider }) => provider?.conversation_id === said.conversation_id);
    expect([claimed?.id === id, claimed?.status]).toEqual([false, 'active']);
    expect((await read(id)).provider?.conversation_id).toBeNull();
  }

  const said = newCall('retell', 'agent_there');
  const [{ call: started } = {}] = said.events;
  await deliver(integration, { event: 'call_started', call: { ...(started as object), metadata } });
  await settled(org, integration);
  expect((await read(id)).provider?.conversation_id).toBe(said.conversation_id);
});

test('a call whose id could not be stored is not made twice, and its id is stored later', async () => {
  const { integration, call, dialed, read } = await preparedCall('elevenlabs');
  const beginning = `provider_call#${integration.id}`;
  const fault = {
    contains: beginning,
    operation: 'TransactWriteItems',
    kind: 'unwritable',
    times: 1,
  } as const;
  const failing = await injectFault(platform.dynamodb_endpoint, fault);
  const { id } = await call();
  await passUntilDue(await waitingTasks('calls', id));
  await noTasks('calls', id);
  expect(await failing.end()).toHaveLength(2);
  expect((await read(id)).provider?.conversation_id).toEqual(expect.any(String));
  expect(await dialed()).toHaveLength(1);
});

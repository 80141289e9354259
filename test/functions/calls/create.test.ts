import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import { operator, organization, problemOf } from '../../fixtures.ts';
import { conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { preparedCall } from '../../support/outbound-calls.ts';

/** The provider's id of a call that was placed. */
const placed = ({ read }: Pick<Awaited<ReturnType<typeof preparedCall>>, 'read'>, id: string) =>
  eventually(async () => {
    const { provider: known } = await read(id);
    expect(known?.conversation_id).toEqual(expect.any(String));
    return known?.conversation_id ?? '';
  });

test('a call that somebody above places is recorded by the account that holds it', async () => {
  const prepared = await preparedCall('vapi');
  const { org, agent, integration } = prepared;
  const body = { integration_id: integration.id, to: '+14155550123' };
  const { id } = await operator.calls.create({ params: { agent_id: agent.id }, body });
  const said = newCall('vapi', 'agent_there');
  const reported = await placed(prepared, id);
  const events = JSON.stringify(said.events).replaceAll(said.conversation_id, reported);
  for (const payload of JSON.parse(events) as unknown[]) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ id, status: 'completed', transcript: { turns: 4 } }]);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  expect(await conversationsOf(org)).toEqual([]);
});

test.for(providerNames)('%s calls, and its webhooks are about the same conversation', async (provider) => {
  const prepared = await preparedCall(provider);
  const { org, integration, call, dialed } = prepared;
  const { id } = await call();
  const conversation_id = await placed(prepared, id);
  const [made, ...more] = await dialed();
  expect(more).toEqual([]);
  const sent = JSON.stringify(made);
  for (const text of ['agent_there', '+14155550123', 'Harbor Dental', id]) expect(sent).toContain(text);

  const said = newCall(provider, 'agent_there');
  const events = JSON.stringify(said.events).replaceAll(said.conversation_id, conversation_id);
  for (const payload of JSON.parse(events) as unknown[]) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    { id, status: 'completed', direction: expect.any(String), transcript: { turns: 4 } },
  ]);
});

test('a repeated request places no second call', async () => {
  const { repeatable, dialed } = await preparedCall('vapi');
  const [first, second] = [await repeatable(), await repeatable()];
  expect(second.id).toBe(first.id);
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test('a call has the integrator’s own id, metadata and tags, and the same id places no second call', async () => {
  const { org, call, dialed, read } = await preparedCall('retell');
  const own = { external_id: 'order-1', metadata: { order: '1' }, tags: ['reminder'] };
  const { id } = await call(own);
  expect(await read(id)).toMatchObject(own);
  const { data } = await org.api.conversations.list({ query: { external_id: 'order-1' } });
  expect(data).toMatchObject([{ id }]);
  const { problem } = await problemOf(call(own));
  expect(problem).toMatchObject({ code: 'external_id_exists', conversation_id: id });
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test('an agent calls as the provider’s agent that it names only if a key that reaches the integration set that', async () => {
  const { org, integration } = await preparedCall('vapi');
  const below = await organization(org);
  const provider = { name: 'vapi', agent_id: 'agent_of_another' };
  const { id: agent_id } = await below.api.agents.create({ body: { name: 'Named below', provider } });
  const call = () =>
    org.api.calls.create({
      params: { agent_id },
      body: { integration_id: integration.id, to: '+14155550123' },
    });
  const { problem } = await problemOf(call());
  expect(problem).toMatchObject({ code: 'agent_not_deployed', integration_id: integration.id });

  const body = { provider: { ...provider, agent_id: 'agent_below' } };
  await org.api.agents.update({ params: { agent_id }, body });
  expect((await call()).provider?.agent_id).toBe('agent_below');
});

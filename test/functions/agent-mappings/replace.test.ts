import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, refusalOf, unknownId } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';

test('one mapping is made or changed, and the others stay', async () => {
  const org = await organization();
  const [one, other] = await Promise.all([newAgent(org), newAgent(org)]);
  const integration = await org.api.integrations.create({
    body: { provider: 'vapi', name: 'One', agents: [{ provider_agent_id: 'a', agent_id: one.id }] },
  });
  const integration_id = integration.id;
  // Any visible character may be in an id of a provider.
  const provider_agent_id = 'b/c?d#e%2F&f=;:@"<>';
  const params = { integration_id, provider_agent_id };
  const mapping = { provider_agent_id, agent_id: one.id };
  expect(await org.api.agentMappings.replace({ params, body: { agent_id: one.id } })).toEqual(mapping);
  const read = () => org.api.integrations.get({ params: { integration_id } });
  expect(await read()).toMatchObject({ version: 2, agents: [{ provider_agent_id: 'a' }, mapping] });
  // A repeat changes nothing.
  await org.api.agentMappings.replace({ params, body: { agent_id: one.id } });
  expect((await read()).version).toBe(2);
  await org.api.agentMappings.replace({ params, body: { agent_id: other.id } });
  expect((await read()).agents).toEqual([
    { provider_agent_id: 'a', agent_id: one.id },
    { provider_agent_id, agent_id: other.id },
  ]);
});

test('mappings that are made at the same moment are all kept', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const { id: integration_id } = await org.api.integrations.create({
    body: { provider: 'vapi', name: 'One' },
  });
  const ids = ['a', 'b', 'c', 'd'];
  await Promise.all(
    ids.map((provider_agent_id) =>
      org.api.agentMappings.replace({ params: { integration_id, provider_agent_id }, body: { agent_id } }),
    ),
  );
  const { data } = await org.api.agentMappings.list({ params: { integration_id } });
  expect(data.map(({ provider_agent_id }) => provider_agent_id)).toEqual(ids);
});

test('events that were parked for want of the mapping are processed', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell', {});
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration, ({ status }) => status === 'parked');
  const params = { integration_id: integration.id, provider_agent_id: call.agent_id };
  await org.api.agentMappings.replace({ params, body: { agent_id: agent.id } });
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ agent_id: agent.id }]);
});

test('agents of others, and more mappings than an integration may have, are refused', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const [own, foreign] = await Promise.all([newAgent(org), newAgent(other)]);
  const agents = Array.from({ length: 500 }, (_, at) => ({
    provider_agent_id: String(at),
    agent_id: own.id,
  }));
  const { id } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Full', agents } });
  const params = { integration_id: id, provider_agent_id: '0' };
  for (const agent_id of [foreign.id, unknownId('agent')]) {
    const { errors } = await problemOf(org.api.agentMappings.replace({ params, body: { agent_id } }));
    expect(errors).toMatchObject([{ pointer: '/agent_id', code: 'not_found' }]);
  }
  const body = { agent_id: own.id };
  await org.api.agentMappings.replace({ params, body });
  const full = { ...params, provider_agent_id: '500' };
  const { errors } = await problemOf(org.api.agentMappings.replace({ params: full, body }));
  expect(errors).toMatchObject([{ code: 'too_big' }]);
  for (const provider_agent_id of ['with space', 'é', 'x'.repeat(257)]) {
    const wrong = { integration_id: id, provider_agent_id };
    expect(await problemOf(org.api.agentMappings.replace({ params: wrong, body }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ parameter: 'provider_agent_id', code: 'invalid_format' }],
    });
  }
  expect(await refusalOf(other.api.agentMappings.replace({ params, body }))).toBe(
    '404 integration_not_found',
  );
});

import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import { newAgent, refusalOf } from '../../fixtures.ts';
import { conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { preparedCall } from '../../support/outbound-calls.ts';

test.for(providerNames)('%s calls, and its webhooks are about the same conversation', async (provider) => {
  const { org, integration, call, dialed, read } = await preparedCall(provider);
  const { id } = await call();
  const conversation_id = await eventually(async () => {
    const { provider: known } = await read(id);
    expect(known?.conversation_id).toEqual(expect.any(String));
    return known?.conversation_id ?? '';
  });
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

test('a repeated request calls nobody again', async () => {
  const { repeatable, dialed } = await preparedCall('vapi');
  const [first, second] = [await repeatable(), await repeatable()];
  expect(second.id).toBe(first.id);
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test('an agent that is neither deployed nor mapped cannot call', async () => {
  const { org, integration } = await preparedCall('vapi');
  const other = await newAgent(org, 'Other');
  const body = { integration_id: integration.id, to: '+14155550123' };
  expect(await refusalOf(org.api.calls.create({ params: { agent_id: other.id }, body }))).toBe(
    '409 agent_not_deployed',
  );
});

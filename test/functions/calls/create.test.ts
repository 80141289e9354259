import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { newAgent, organisation, platform, providerAccount, refusalOf } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import type { Plan } from '../../support/provider-servers/index.ts';

const own = '+12025550100';

const numberOf: Readonly<Record<ProviderName, object>> = {
  elevenlabs: { phone_number_id: 'phone_1', phone_number: own },
  vapi: { id: 'phone_1', number: own },
  retell: { phone_number: own },
};

const dialPath: Readonly<Record<ProviderName, string>> = {
  elevenlabs: 'POST /v1/convai/twilio/outbound-call',
  vapi: 'POST /call',
  retell: 'POST /v2/create-phone-call',
};

const prepared = async (provider: ProviderName, plans: readonly Plan[] = []) => {
  const org = await organisation();
  const agent = await newAgent(org);
  const account = providerAccount(`key-of-${org.client.id}`);
  await account.plan({ collections: { numbers: { phone_1: { ...numberOf[provider] } } }, plans });
  const integration = await connect(org, provider, { agent_there: agent.id }, { api_key: account.apiKey });
  const params = { agent_id: agent.id };
  const body = {
    integration_id: integration.id,
    to: '+14155550123',
    variables: { practice: 'Harbor Dental' },
  };
  const call = () => org.api.calls.create({ params, body });
  const repeatable = async (): Promise<Conversation> => {
    const response = await fetch(`${platform.base_url}/v1/agents/${agent.id}/calls`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${org.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Conversation;
  };
  const dialed = async () => Object.values((await account.look()).collections.dialed ?? {});
  const read = (conversation_id: string) => org.api.conversations.get({ params: { conversation_id } });
  return { org, agent, account, integration, call, repeatable, dialed, read };
};

test.for(providerNames)('%s calls, and its webhooks are about the same conversation', async (provider) => {
  const { org, integration, call, dialed, read } = await prepared(provider);
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
  const { repeatable, dialed } = await prepared('vapi');
  const [first, second] = [await repeatable(), await repeatable()];
  expect(second.id).toBe(first.id);
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test.for(providerNames)(
  'a call of %s whose answer is lost is not made twice, and its webhook finds it',
  async (provider) => {
    const plans: Plan[] = [{ at: dialPath[provider], trouble: 'cut', times: 1 }];
    const { org, integration, call, dialed, read } = await prepared(provider, plans);
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
  const { call, read } = await prepared('retell', [{ at: dialPath.retell, trouble: 'refused' }]);
  const { id } = await call();
  await eventually(async () => {
    expect(await read(id)).toMatchObject({
      status: 'failed',
      end_reason: 'call_not_made',
      provider: { metadata: { call_error: expect.stringContaining('It is refused') } },
    });
  });
});

test('an agent that is neither deployed nor mapped cannot call', async () => {
  const { org, integration } = await prepared('vapi');
  const other = await newAgent(org, 'Other');
  const body = { integration_id: integration.id, to: '+14155550123' };
  expect(await refusalOf(org.api.calls.create({ params: { agent_id: other.id }, body }))).toBe(
    '409 agent_not_deployed',
  );
});

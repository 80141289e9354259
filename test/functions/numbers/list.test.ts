import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { accountWith } from '../../support/numbers.ts';

const numbers = {
  '+441632960001': { friendly_name: 'Reception' },
  '+441632960002': { voice_url: 'https://demo.twilio.com/welcome/voice/' },
  '+441632960003': { voice_url: 'https://pbx.example/voice' },
  '+441632960004': { voice_application_sid: `AP${'1'.repeat(32)}` },
  '+441632960005': { trunk_sid: `TK${'1'.repeat(32)}` },
  '+441632960006': { capabilities: { voice: false, sms: true } },
};

test('numbers are listed with where their calls go', async () => {
  const { org, integration, connect, list } = await accountWith(numbers);
  const { id: agent_id } = await newAgent(org);
  await connect('+441632960001', agent_id);
  // A mapping alone lets an agent call from a number, but brings no calls.
  await org.api.agentMappings.replace({
    params: { integration_id: integration.id, provider_agent_id: '+441632960003' },
    body: { agent_id },
  });
  const found = await list();
  expect(found.map(({ number, status }) => [number.slice(-1), status])).toEqual([
    ['1', 'connected'],
    ['2', 'free'],
    ['3', 'elsewhere'],
    ['4', 'elsewhere'],
    ['5', 'on_trunk'],
    ['6', 'without_voice'],
  ]);
  expect(found.map((one) => one.agent_id)).toEqual([agent_id, null, agent_id, null, null, null]);
  expect(found[0]).toEqual({
    number: '+441632960001',
    name: 'Reception',
    agent_id,
    status: 'connected',
  });
  await org.api.agentMappings.remove({
    params: { integration_id: integration.id, provider_agent_id: '+441632960001' },
  });
  expect((await list())[0]).toMatchObject({ agent_id: null, status: 'free' });
});

test('numbers are listed only of an account at Twilio that works', async () => {
  const { org, integration, account, list } = await accountWith(numbers);
  const path = `GET /2010-04-01/Accounts/${integration.account_id}/IncomingPhoneNumbers`;
  await account.plan({ plans: [{ at: path, trouble: 'limited' }] });
  expect(await refusalOf(list())).toBe('503 provider_unavailable');
  await account.plan({ plans: [{ at: path, trouble: 'unauthorized' }] });
  expect(await refusalOf(list())).toBe('409 provider_refused');
  const read = () => org.api.integrations.get({ params: { integration_id: integration.id } });
  expect((await read()).status).toBe('failing');
  await account.plan({ plans: [] });
  await list();
  expect((await read()).status).toBe('active');

  const other = await organization();
  const params = { integration_id: integration.id };
  expect(await refusalOf(other.api.numbers.list({ params }))).toBe('404 integration_not_found');
  const vapi = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Vapi' } });
  expect(await refusalOf(org.api.numbers.list({ params: { integration_id: vapi.id } }))).toBe(
    '409 provider_not_supported',
  );
  await changeIntegration(org, integration, { api_key: null });
  expect(await refusalOf(list())).toBe('409 integration_without_key');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(list())).toBe('409 integration_disabled');
});

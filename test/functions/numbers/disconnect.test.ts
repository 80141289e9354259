import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { accountWith } from '../../support/numbers.ts';

const number = '+441632960999';

test('a number that is disconnected does what it did before', async () => {
  const before = {
    voice_url: 'https://pbx.example/voice',
    voice_method: 'GET',
    status_callback: 'https://pbx.example/status',
    status_callback_method: 'GET',
    voice_application_sid: `AP${'1'.repeat(32)}`,
  };
  const phone = await accountWith({ [number]: before });
  const { id } = await newAgent(phone.org);
  await phone.connect(number, id);
  expect(await phone.atTwilio(number)).toMatchObject({ voice_application_sid: null });
  // Another agent, and a change of the mappings, forget nothing.
  await phone.connect(number, (await newAgent(phone.org)).id);
  await phone.disconnect(number);
  expect(await phone.atTwilio(number)).toMatchObject(before);
  expect(await phone.list()).toMatchObject([{ agent_id: null, status: 'elsewhere' }]);
  expect(await refusalOf(phone.disconnect(number))).toBe('404 number_not_found');
  const { org, integration } = phone;
  const { data } = await org.api.auditRecords.list({ query: { target: integration.id } });
  expect(data.filter(({ action }) => action === 'number.disconnected')).toHaveLength(1);
});

test('a number that was pointed elsewhere at the provider stays there', async () => {
  const phone = await accountWith({ [number]: {} });
  const { id } = await newAgent(phone.org);
  await phone.connect(number, id);
  const moved = { sid: `PN${number.slice(1)}`, phone_number: number, voice_url: 'https://pbx.example/new' };
  await phone.account.plan({ collections: { numbers: { [moved.sid]: moved } } });
  await phone.disconnect(number);
  expect(await phone.atTwilio(number)).toEqual(moved);
});

test('a number of another organization, and one of an account that does not work, are refused', async () => {
  const phone = await accountWith({ [number]: {} });
  const { org, integration, account, disconnect } = phone;
  await phone.connect(number, (await newAgent(org)).id);
  const params = { integration_id: integration.id, number };
  const other = await organization();
  expect(await refusalOf(other.api.numbers.disconnect({ params }))).toBe('404 integration_not_found');
  const at = `POST /2010-04-01/Accounts/${integration.account_id}`;
  await account.plan({ plans: [{ at, trouble: 'refused', times: 1 }] });
  expect(await refusalOf(disconnect(number))).toBe('409 provider_refused');
  await account.plan({ plans: [{ at, trouble: 'limited', times: 1 }] });
  expect(await refusalOf(disconnect(number))).toBe('503 provider_unavailable');
  expect(await phone.list()).toMatchObject([{ status: 'connected' }]);
  const { id: vapi } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Vapi' } });
  const atVapi = org.api.numbers.disconnect({ params: { integration_id: vapi, number } });
  expect(await refusalOf(atVapi)).toBe('409 provider_not_supported');
  await changeIntegration(org, integration, { api_key: null });
  expect(await refusalOf(disconnect(number))).toBe('409 integration_without_key');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(disconnect(number))).toBe('409 integration_disabled');
});

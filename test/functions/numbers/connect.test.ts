import { expect, test } from 'vitest';
import { callNumber } from '#lib/local/phone-line.ts';
import { newAgent, organization, problemOf, refusalOf, unknownId } from '../../fixtures.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { accountWith } from '../../support/numbers.ts';

const number = '+441632960999';
const from = '+441632960123';

const posts = async ({ account }: Awaited<ReturnType<typeof accountWith>>): Promise<number> =>
  (await account.look()).asked.filter(({ method }) => method === 'POST').length;

test('calls of a connected number reach the agent', async () => {
  const phone = await accountWith({ [number]: { friendly_name: 'Reception' } });
  const { org, integration, line } = phone;
  const agent = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello.' } });
  const connected = { number, name: 'Reception', agent_id: agent.id, status: 'connected' };
  expect(await phone.connect(number, agent.id)).toEqual(connected);
  const stored = await phone.atTwilio(number);
  expect(stored).toMatchObject({
    voice_url: integration.webhook_url,
    voice_method: 'POST',
    status_callback: `${integration.webhook_url}/status`,
    status_callback_method: 'POST',
  });
  const call = await callNumber({ voice_url: String(stored.voice_url), ...line, to: number, from });
  expect(await call.hear()).toContain('Hello.');
  await call.hangUp();
  const { data } = await org.api.conversations.list({ query: { agent_id: agent.id } });
  expect(data).toMatchObject([{ status: 'completed', direction: 'inbound' }]);
});

test('a repeat changes nothing, and another agent only the mapping', async () => {
  const phone = await accountWith({ [number]: {} });
  const { org, integration } = phone;
  const [one, other] = await Promise.all([newAgent(org), newAgent(org)]);
  await phone.connect(number, one.id);
  const read = () => org.api.integrations.get({ params: { integration_id: integration.id } });
  const { version } = await read();
  await phone.connect(number, one.id);
  expect(await read()).toMatchObject({ version, agents: [{ provider_agent_id: number, agent_id: one.id }] });
  await phone.connect(number, other.id);
  expect(await read()).toMatchObject({ agents: [{ provider_agent_id: number, agent_id: other.id }] });
  expect(await posts(phone)).toBe(1);
  const actions = await org.api.auditRecords.list({ query: { target: integration.id } });
  expect(actions.data.filter(({ action }) => action === 'number.connected')).toHaveLength(2);
});

test('numbers that are connected at the same moment are all connected', async () => {
  const all = Array.from({ length: 4 }, (_, at) => `+44163296000${at}`);
  const phone = await accountWith(
    Object.fromEntries(all.map((one) => [one, { voice_url: `https://pbx.example/${one.slice(1)}` }])),
  );
  const { id } = await newAgent(phone.org);
  await Promise.all(all.map((one) => phone.connect(one, id)));
  expect((await phone.list()).map(({ status }) => status)).toEqual(all.map(() => 'connected'));
  await Promise.all(all.map((one) => phone.disconnect(one)));
  for (const one of all) {
    expect(await phone.atTwilio(one)).toMatchObject({ voice_url: `https://pbx.example/${one.slice(1)}` });
  }
});

test('a number whose calls cannot arrive is refused with the reason', async () => {
  const trunk = '+441632960001';
  const mute = '+441632960002';
  const phone = await accountWith({
    [trunk]: { trunk_sid: `TK${'1'.repeat(32)}` },
    [mute]: { capabilities: { voice: false } },
  });
  const { id } = await newAgent(phone.org);
  expect(await problemOf(phone.connect(trunk, id))).toMatchObject({
    status: 409,
    code: 'number_not_connectable',
    problem: { detail: expect.stringContaining('SIP trunk') },
  });
  expect(await refusalOf(phone.connect(mute, id))).toBe('409 number_not_connectable');
  expect(await refusalOf(phone.connect(number, id))).toBe('404 number_not_found');
  // A part of a number of the account.
  expect(await refusalOf(phone.connect(trunk.slice(0, -1), id))).toBe('404 number_not_found');
  expect(await refusalOf(phone.connect('0163296', id))).toBe('400 validation_failed');
  expect(await posts(phone)).toBe(0);
});

test('a number that another integration has connected is refused until that one gives it back', async () => {
  const phone = await accountWith({ [number]: {} });
  const other = await accountWith({}, { line: phone.line });
  const [one, another] = await Promise.all([newAgent(phone.org), newAgent(other.org)]);
  await phone.connect(number, one.id);
  expect(await refusalOf(other.connect(number, another.id))).toBe('409 number_connected');
  expect(await phone.list()).toMatchObject([{ status: 'connected' }]);
  expect(await other.list()).toMatchObject([{ status: 'elsewhere', agent_id: null }]);
  // One that was removed holds nothing, and its address is not given back.
  await phone.org.api.integrations.remove({ params: { integration_id: phone.integration.id } });
  await other.connect(number, another.id);
  await other.disconnect(number);
  expect(await other.atTwilio(number)).toMatchObject({ voice_url: '', status_callback: '' });
});

test('a request that the provider has carried out, but not answered, can be repeated', async () => {
  const former = 'https://pbx.example/voice';
  const phone = await accountWith({ [number]: { voice_url: former } });
  const { id } = await newAgent(phone.org);
  const at = `POST /2010-04-01/Accounts/${phone.integration.account_id}`;
  await phone.account.plan({ plans: [{ at, trouble: 'cut', times: 1 }] });
  expect(await refusalOf(phone.connect(number, id))).toBe('503 provider_unavailable');
  expect(await phone.list()).toMatchObject([{ status: 'free', agent_id: null }]);
  await phone.connect(number, id);
  expect(await phone.list()).toMatchObject([{ status: 'connected', agent_id: id }]);
  await phone.disconnect(number);
  expect(await phone.atTwilio(number)).toMatchObject({ voice_url: former });
});

test('only agents of the organization are connected, in an account that works', async () => {
  const phone = await accountWith({ [number]: {} });
  const { org, integration, account, connect } = phone;
  const other = await organization();
  const [own, foreign] = await Promise.all([newAgent(org), newAgent(other)]);
  for (const agent_id of [foreign.id, unknownId('agent')]) {
    const { errors } = await problemOf(connect(number, agent_id));
    expect(errors).toMatchObject([{ pointer: '/agent_id', code: 'not_found' }]);
  }
  const params = { integration_id: integration.id, number };
  const body = { agent_id: own.id };
  expect(await refusalOf(other.api.numbers.connect({ params, body }))).toBe('404 integration_not_found');
  const at = `POST /2010-04-01/Accounts/${integration.account_id}`;
  await account.plan({ plans: [{ at, trouble: 'refused', times: 1 }] });
  expect(await refusalOf(connect(number, own.id))).toBe('409 provider_refused');
  const { id: vapi } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Vapi' } });
  const atVapi = org.api.numbers.connect({ params: { ...params, integration_id: vapi }, body });
  expect(await refusalOf(atVapi)).toBe('409 provider_not_supported');
  await changeIntegration(org, integration, { api_key: null });
  expect(await refusalOf(connect(number, own.id))).toBe('409 integration_without_key');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(connect(number, own.id))).toBe('409 integration_disabled');
});

import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { operator, refusalOf, suspend } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { changeIntegration } from './support/integrations.ts';
import { preparedCall } from './support/outbound-calls.ts';

type Body = Parameters<Awaited<ReturnType<typeof preparedCall>>['org']['api']['calls']['control']>[0]['body'];

/** A call that a provider holds, and what its API was told about it. */
const heldCall = async (provider: ProviderName) => {
  const prepared = await preparedCall(provider);
  const { org, account, call, read } = prepared;
  const { id: conversation_id } = await call();
  const call_id = await eventually(async () => {
    const { provider: known } = await read(conversation_id);
    expect(known?.conversation_id).toEqual(expect.any(String));
    return known?.conversation_id ?? '';
  });
  const controlUrl = `${inject('providerServers')}/vapi/call-control/${call_id}?account=${account.apiKey}`;
  const monitorAt = (url: string) =>
    account.plan({ collections: { calls: { [call_id]: { id: call_id, monitor: { controlUrl: url } } } } });
  await monitorAt(controlUrl);
  const params = { conversation_id };
  const control = (body: Body) => org.api.calls.control({ params, body });
  const told = async () =>
    Object.values((await account.look()).collections.controlled ?? {}).map(({ id: _id, ...rest }) => rest);
  return { ...prepared, api: org.api, params, call_id, control, told, monitorAt };
};

test('a call that Vapi holds is controlled at the address that Vapi gives', async () => {
  const { org, api, params, call_id, control, told, monitorAt, account, integration, read } =
    await heldCall('vapi');
  expect(await read(params.conversation_id)).toMatchObject({
    controls: ['end', 'say', 'instruct', 'transfer'],
  });
  const author = 'Dana';
  expect(await control({ action: 'say', text: 'One moment.', author })).toMatchObject({ status: 'active' });
  await control({ action: 'instruct', text: 'Offer ten percent.', author });
  await control({ action: 'transfer', to: '+14155550199' });
  await control({ action: 'end' });
  expect(await told()).toMatchObject([
    { type: 'say', content: 'One moment.', call_id },
    { type: 'add-message', message: { role: 'system', content: 'Offer ten percent.' } },
    { type: 'transfer', destination: { type: 'number', number: '+14155550199' } },
    { type: 'end-call' },
  ]);
  expect(await refusalOf(control({ action: 'say', author }))).toBe('400 validation_failed');
  expect(await refusalOf(control({ action: 'say', text: 'Nobody’s' }))).toBe('400 validation_failed');
  // The same request again is the first one.
  const again = () => api.calls.control({ params, body: { action: 'end' }, idempotencyKey: randomKey });
  const randomKey = randomUUID();
  expect(await again()).toEqual(await again());
  expect(await told()).toHaveLength(5);

  await operator.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { call_prefixes: ['+1'], quotas: { calls_per_day: 1 } } },
  });
  expect(await refusalOf(control({ action: 'transfer', to: '+441632960123' }))).toBe('400 validation_failed');
  await eventually(async () =>
    expect(await refusalOf(control({ action: 'transfer', to: '+14155550199' }))).toBe('429 rate_limited'),
  );
  // No word goes to another server, whatever the answer says.
  await monitorAt('https://vapi.ai.example/control');
  expect(await refusalOf(control({ action: 'end' }))).toBe('409 provider_refused');
  await account.plan({ plans: [{ at: 'GET /call/', trouble: 'limited' }] });
  expect(await refusalOf(control({ action: 'end' }))).toBe('503 provider_unavailable');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(control({ action: 'end' }))).toBe('409 integration_disabled');
});

test('nobody controls a call that is over, or of an organization that is suspended', async () => {
  const [live, over] = [await heldCall('vapi'), await heldCall('vapi')];
  await over.api.conversations.update({ params: over.params, body: { status: 'completed' } });
  expect(await refusalOf(over.control({ action: 'end' }))).toBe('409 conversation_ended');
  await suspend(live.org);
  expect(await refusalOf(live.control({ action: 'end' }))).toBe('409 client_suspended');
  expect([...(await live.told()), ...(await over.told())]).toEqual([]);
});

test('an order that did not reach Vapi can be sent again, and counts nothing', async () => {
  const { org, api, params, told, account } = await heldCall('vapi');
  await operator.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { quotas: { calls_per_day: 2 } } },
  });
  const send = (body: Body, idempotencyKey: string) => api.calls.control({ params, body, idempotencyKey });
  const transfer = { action: 'transfer', to: '+14155550199' } as const;
  const at = 'POST /call-control/';
  for (const trouble of ['limited', 'refused'] as const) {
    const key = randomUUID();
    await account.plan({ plans: [{ at, trouble, times: 1 }] });
    const refusal = trouble === 'limited' ? '503 provider_unavailable' : '409 provider_refused';
    expect(await refusalOf(send({ action: 'end' }, key))).toBe(refusal);
    await send({ action: 'end' }, key);
    // The call itself was placed, so one of the two is left.
    await account.plan({ plans: [{ at, trouble, times: 1 }] });
    expect(await refusalOf(send(transfer, randomUUID()))).toBe(refusal);
  }
  await send(transfer, randomUUID());
  expect((await told()).map(({ type }) => type)).toEqual(['end-call', 'end-call', 'transfer']);
});

test('an order that Vapi may have carried out is not sent again', async () => {
  const { api, params, told, account } = await heldCall('vapi');
  await account.plan({ plans: [{ at: 'POST /call-control/', trouble: 'cut', times: 1 }] });
  const idempotencyKey = randomUUID();
  const end = () => api.calls.control({ params, body: { action: 'end' }, idempotencyKey });
  expect(await refusalOf(end())).toBe('503 provider_unavailable');
  expect(await end()).toMatchObject({ status: 'active' });
  expect(await told()).toHaveLength(1);
});

test('a call that Retell holds is ended and instructed, and nothing else', async () => {
  const { org, integration, params, call_id, control, told, read } = await heldCall('retell');
  expect(await read(params.conversation_id)).toMatchObject({ controls: ['end', 'instruct'] });
  const author = 'Dana';
  await control({ action: 'instruct', text: 'Offer ten percent.', author });
  await control({ action: 'end' });
  expect(await told()).toMatchObject([
    { call_control: { additional_context: 'Offer ten percent.', trigger_response: false }, call_id },
    { stopped: call_id },
  ]);
  for (const body of [
    { action: 'say' as const, text: 'Hello', author },
    { action: 'transfer' as const, to: '+14155550199' },
  ]) {
    expect(await refusalOf(control(body))).toBe('409 provider_not_supported');
  }
  await changeIntegration(org, integration, { api_key: null });
  expect(await refusalOf(control({ action: 'end' }))).toBe('409 integration_without_key');
});

test('nobody controls a call that ElevenLabs holds', async () => {
  const { control, read, params } = await heldCall('elevenlabs');
  expect((await read(params.conversation_id)).controls).toBeUndefined();
  expect(await refusalOf(control({ action: 'end' }))).toBe('409 provider_not_supported');
});

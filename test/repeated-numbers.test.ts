import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientFor, newAgent, refusalOf, unknownId } from './fixtures.ts';
import { accountWith } from './support/numbers.ts';

/* A number is changed at the provider before the request is recorded, and only if it will be. */

const number = '+441632960999';

const posts = async ({ account }: Awaited<ReturnType<typeof accountWith>>): Promise<number> =>
  (await account.look()).asked.filter(({ method }) => method === 'POST').length;

test('a late repeat connects no number again that was disconnected meanwhile', async () => {
  const former = 'https://pbx.example/voice';
  const phone = await accountWith({ [number]: { voice_url: former } });
  const { id } = await newAgent(phone.org);
  const repeat = { idempotencyKey: randomUUID() };
  const connected = await phone.connect(number, id, repeat);
  await phone.disconnect(number);
  expect(await phone.connect(number, id, repeat)).toEqual(connected);
  expect(await phone.atTwilio(number)).toMatchObject({ voice_url: former });
  expect(await phone.list()).toMatchObject([{ status: 'elsewhere', agent_id: null }]);
});

test('a key that was revoked a moment ago changes no number at the provider', async () => {
  const phone = await accountWith({ [number]: {} });
  const { org, integration } = phone;
  const { id } = await newAgent(org);
  const key = await org.api.apiKeys.create({
    body: { name: 'Numbers', scopes: ['integrations:read', 'integrations:write'] },
  });
  const api = clientFor(key.key);
  const params = { integration_id: integration.id, number };
  // The functions know the key from now on.
  expect(await refusalOf(api.numbers.connect({ params, body: { agent_id: unknownId('agent') } }))).toBe(
    '400 validation_failed',
  );
  expect(await refusalOf(api.numbers.disconnect({ params }))).toBe('404 number_not_found');
  await org.api.apiKeys.revoke({ params: { api_key_id: key.id } });
  expect(await refusalOf(api.numbers.connect({ params, body: { agent_id: id } }))).toBe(
    '401 unauthenticated',
  );
  expect(await posts(phone)).toBe(0);
  await phone.connect(number, id);
  expect(await refusalOf(api.numbers.disconnect({ params }))).toBe('401 unauthenticated');
  expect(await posts(phone)).toBe(1);
});

test('a late repeat disconnects no number again that was connected meanwhile', async () => {
  const phone = await accountWith({ [number]: { voice_url: 'https://pbx.example/voice' } });
  const { id } = await newAgent(phone.org);
  const repeat = { idempotencyKey: randomUUID() };
  await phone.connect(number, id);
  await phone.disconnect(number, repeat);
  await phone.connect(number, id);
  await phone.disconnect(number, repeat);
  expect(await phone.list()).toMatchObject([{ status: 'connected', agent_id: id }]);
});

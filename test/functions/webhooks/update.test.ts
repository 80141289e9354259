import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, problemOf } from '../../fixtures.ts';

const url = 'https://crm.example/hooks';

test('a patch changes what it names, and a disabled webhook stays disabled', async () => {
  const org = await organization();
  const { secret: _secret, ...webhook } = await org.api.webhooks.create({
    body: { url, events: ['*'], description: 'CRM', per_second: 5, status: 'disabled' },
  });
  const params = { webhook_id: webhook.id };
  const body = { url: `${url}/v2`, per_second: null, metadata: { a: '1' } };
  const updated = await org.api.webhooks.update({ params, body });
  expect(updated).toEqual({ ...webhook, ...body, version: 2, updated_at: updated.updated_at });
  expect(await org.api.webhooks.get({ params })).toEqual(updated);
  const enabled = await org.api.webhooks.update({ params, body: { status: 'enabled' } });
  expect(enabled).toMatchObject({ status: 'enabled', disabled_reason: null, description: 'CRM', version: 3 });
  // An update that changes nothing makes no version.
  for (const same of [{}, { events: ['*' as const] }, { payload: null, metadata: { b: null } }]) {
    expect(await org.api.webhooks.update({ params, body: same })).toEqual(enabled);
  }
});

test('what a replacement may not do, a patch may not either', async () => {
  const org = await organization();
  const { id } = await org.api.webhooks.create({ body: { url, events: ['agent.created'] } });
  const params = { webhook_id: id };
  const faultsOf = async (body: object) =>
    (await problemOf(org.api.webhooks.update({ params, body }))).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  expect(await faultsOf({ url: null })).toEqual(['/url fixed']);
  expect(await faultsOf({ events: null })).toEqual(['/events invalid_type']);
  expect(await faultsOf({ client_id: org.client.id, secret: 'x' })).toEqual([
    '/client_id unknown',
    '/secret unknown',
  ]);
  expect(await faultsOf({ url: 'https://169.254.169.254/' })).toEqual(['/url invalid']);
  const narrow = clientFor(await makeKey(org.client.id, ['webhooks:write', 'agents:read']));
  const widen = narrow.webhooks.update({ params, body: { events: ['*'] } });
  expect((await problemOf(widen)).code).toBe('insufficient_scope');
});

test('a key cannot redirect events that it may not read', async () => {
  const org = await organization();
  const { id } = await org.api.webhooks.create({ body: { url, events: ['conversation.ended'] } });
  const narrow = clientFor(await makeKey(org.client.id, ['webhooks:write']));
  const redirect = narrow.webhooks.update({ params: { webhook_id: id }, body: { url: `${url}/mine` } });
  expect((await problemOf(redirect)).code).toBe('insufficient_scope');
});

import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, problemOf } from '../../fixtures.ts';

const url = 'https://crm.example/hooks';

test('a replacement resets omitted fields, and enables a disabled webhook', async () => {
  const org = await organization();
  const { secret: _secret, ...webhook } = await org.api.webhooks.create({
    body: { url, events: ['*'], description: 'CRM', payload: 'thin', per_second: 5, status: 'disabled' },
  });
  expect(webhook).toMatchObject({ status: 'disabled', disabled_reason: 'by_request' });
  const params = { webhook_id: webhook.id };
  const body = { url: `${url}/v2`, events: ['agent.created' as const] };
  const replaced = await org.api.webhooks.replace({ params, body });
  expect(replaced).toMatchObject({
    ...body,
    description: null,
    payload: 'full',
    per_second: null,
    status: 'enabled',
    disabled_reason: null,
    version: 2,
  });
  // A replacement that changes nothing creates no version.
  expect(await org.api.webhooks.replace({ params, body })).toEqual(replaced);
  expect((await org.api.webhooks.list()).data).toMatchObject([{ ...body, version: 2 }]);
});

test('a webhook with a URL keeps its kind and its organization', async () => {
  const org = await organization();
  const posting = await org.api.webhooks.create({ body: { url, events: ['*'] } });
  const fetched = await org.api.webhooks.create({ body: { events: ['*'] } });
  for (const [id, to] of [
    [posting.id, null],
    [fetched.id, url],
  ] as const) {
    const call = org.api.webhooks.replace({ params: { webhook_id: id }, body: { url: to, events: ['*'] } });
    expect((await problemOf(call)).errors).toMatchObject([{ pointer: '/url', code: 'fixed' }]);
  }
  const elsewhere = org.api.webhooks.replace({
    params: { webhook_id: posting.id },
    body: { url, events: ['*'], client_id: null },
  });
  expect((await problemOf(elsewhere)).errors).toMatchObject([{ pointer: '/client_id', code: 'fixed' }]);
  const inside = org.api.webhooks.replace({
    params: { webhook_id: posting.id },
    body: { url: 'https://169.254.169.254/', events: ['*'] },
  });
  expect((await problemOf(inside)).errors).toMatchObject([{ pointer: '/url' }]);
});

test('a key cannot add events to a webhook that it may not read', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { url, events: ['agent.created'] } });
  const narrow = clientFor(await makeKey(org.client.id, ['webhooks:write', 'agents:read']));
  const call = narrow.webhooks.replace({ params: { webhook_id }, body: { url, events: ['*'] } });
  expect((await problemOf(call)).code).toBe('insufficient_scope');
});

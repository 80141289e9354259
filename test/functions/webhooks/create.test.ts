import { expect, test } from 'vitest';
import {
  clientFor,
  makeKey,
  operator,
  organization,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { refusedUrls } from '../../support/refused-urls.ts';
import { allItems } from '../../support/table.ts';

const url = 'https://crm.example/hooks';

test('the secret is shown once, and is not stored in plain text', async () => {
  const org = await organization();
  const { secret, ...webhook } = await org.api.webhooks.create({
    body: { url, events: ['agent.updated', 'agent.created', 'agent.updated'], description: 'CRM' },
  });
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect(webhook).toMatchObject({
    client_id: org.client.id,
    url,
    description: 'CRM',
    events: ['agent.created', 'agent.updated'],
    payload: 'full',
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    per_second: null,
  });
  expect(await org.api.webhooks.get({ params: { webhook_id: webhook.id } })).toEqual(webhook);
  const table = JSON.stringify(await allItems(webhook.id));
  expect(table).toContain(webhook.id);
  expect(table).not.toContain(secret.slice(6));
});

test('an organization has ten webhooks at most, even if many are created concurrently', async () => {
  const org = await organization();
  const create = () => org.api.webhooks.create({ body: { events: ['*'] } });
  for (let at = 0; at < 8; at += 1) await create();
  const last = await Promise.all(
    Array.from({ length: 4 }, () =>
      create().then(
        () => undefined,
        (error: unknown) => problemOf(Promise.reject(error)),
      ),
    ),
  );
  const refused = last.filter((problem) => problem !== undefined);
  expect(refused.map(({ code, problem }) => [code, problem.limit])).toEqual([
    ['quota_exceeded', 10],
    ['quota_exceeded', 10],
  ]);
  const { data } = await org.api.webhooks.list();
  expect(data).toHaveLength(10);
  await org.api.webhooks.remove({ params: { webhook_id: data[0]?.id ?? '' } });
  await org.api.webhooks.create({ body: { events: ['*'] } });
});

test('a webhook belongs to an organization that the key reaches and that is not suspended', async () => {
  const org = await organization();
  const body = { events: ['*' as const] };
  const unknown = org.api.webhooks.create({ body: { ...body, client_id: unknownId('client') } });
  expect(await refusalOf(unknown)).toBe('404 client_not_found');
  await suspend(org);
  expect(await refusalOf(org.api.webhooks.create({ body }))).toBe('409 client_suspended');
});

test('a key cannot subscribe to events that it may not read', async () => {
  const org = await organization();
  const narrow = clientFor(await makeKey(org.client.id, ['webhooks:write', 'agents:read']));
  await narrow.webhooks.create({ body: { events: ['agent.created', 'ping'] } });
  for (const [type, scope] of [
    ['conversation.ended', 'conversations:read'],
    ['client.updated', 'clients:read'],
    ['api_key.created', 'keys:read'],
  ] as const) {
    const problem = await problemOf(narrow.webhooks.create({ body: { events: ['agent.created', type] } }));
    expect([problem.code, problem.problem.required_scope]).toEqual(['insufficient_scope', scope]);
  }
  expect((await problemOf(narrow.webhooks.create({ body: { events: ['*'] } }))).code).toBe(
    'insufficient_scope',
  );
});

/** On one machine its own address may be reached. */
const isOwnAddress = (text: string): boolean =>
  URL.canParse(text) && new URL(text).hostname.replace(/\.$/, '') === '127.0.0.1';

const urls = refusedUrls.filter((text) => !isOwnAddress(text) || /:22|:80|@/.test(text));

test('an address that is not public is refused, however it is written', async () => {
  const org = await organization();
  expect(urls.length).toBeGreaterThan(50);
  for (const one of urls) {
    const problem = await problemOf(org.api.webhooks.create({ body: { url: one, events: ['*'] } }));
    expect([one, problem.code, problem.errors[0]?.pointer]).toEqual([one, 'validation_failed', '/url']);
  }
  expect((await operator.webhooks.list({ query: { client_id: org.client.id } })).data).toEqual([]);
});

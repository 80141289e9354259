import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { clientFor, operator, organization, problemOf, refusalOf } from '../../fixtures.ts';

const settings = {
  timezone: 'Europe/Berlin',
  retention_days: 30,
  quotas: { agents: 5, api_keys: 9 },
  own: { nested: { keep: 1, gone: 2 } },
};

type Patch = NonNullable<Parameters<typeof operator.clients.update>[0]['body']>;

const patch = (by: Organization['api'], { client }: Organization, body: Patch) =>
  by.clients.update({ params: { client_id: client.id }, body });

test('only the fields in the patch change, objects are merged, and null removes', async () => {
  const org = await organization(undefined, 'client', { settings });
  const params = { client_id: org.client.id };
  await patch(operator, org, {
    billing_info: { plan: 'basic', email: 'a@example.com' },
    metadata: { a: '1', b: '2' },
  });
  const before = await operator.clients.get({ params });
  const updated = await patch(operator, org, {
    name: 'Renamed',
    settings: {
      ...{ timezone: null, locale: 'de' },
      quotas: { api_keys: null, agent_tests_per_day: 7 },
      own: { nested: { gone: null } },
    },
    billing_info: { email: null },
    metadata: { a: null, c: '3' },
  });
  expect(updated).toMatchObject({ name: 'Renamed', version: before.version + 1, status: 'active' });
  expect(updated.settings).toEqual({
    locale: 'de',
    retention_days: 30,
    quotas: { agents: 5, agent_tests_per_day: 7 },
    own: { nested: { keep: 1 } },
  });
  expect(updated.billing_info).toEqual({ plan: 'basic' });
  expect(updated.metadata).toEqual({ b: '2', c: '3' });
  expect(await operator.clients.get({ params })).toEqual(updated);
});

test('a patch or replacement that changes nothing does not change the version', async () => {
  const org = await organization(undefined, 'client', { settings });
  const params = { client_id: org.client.id };
  const before = await operator.clients.get({ params });
  for (const body of [
    {},
    { name: before.name },
    { settings: { retention_days: 30 } },
    { billing_info: null },
  ]) {
    expect(await patch(operator, org, body)).toEqual(before);
  }
  expect(await operator.clients.replace({ params, body: before })).toEqual(before);
});

test.for<[pointer: string, body: Patch]>([
  ['/status', { status: 'suspended' }],
  ['/settings/retention_days', { settings: { retention_days: 3650 } }],
  ['/settings/retention_days', { settings: { retention_days: null } }],
  ['/settings/retention_days', { settings: null }],
  ['/settings/quotas', { settings: { retention_days: 30, quotas: { agents: null } } }],
  ['/billing_info/plan', { billing_info: { plan: 'enterprise' } }],
])('an organization does not change what is set from above: %j', async ([pointer, body]) => {
  const org = await organization(undefined, 'client', { settings });
  const problem = await problemOf(patch(org.api, org, body));
  expect(problem.status).toBe(400);
  expect(problem.errors).toContainEqual(expect.objectContaining({ pointer, code: 'out_of_reach' }));
  const after = await patch(org.api, org, { settings: { locale: 'fr' } });
  expect(after).toMatchObject({ version: 2, status: 'active', settings: { ...settings, locale: 'fr' } });
});

test('an organization above suspends and reactivates with one field', async () => {
  const parent = await organization();
  const org = await organization(parent);
  expect(await patch(parent.api, org, { status: 'suspended' })).toMatchObject({ status: 'suspended' });
  expect(await refusalOf(org.api.agents.create({ body: { name: 'Late' } }))).toBe('409 client_suspended');
  await patch(parent.api, org, { status: 'active' });
  await org.api.agents.create({ body: { name: 'Again' } });
});

test('the merged result must be a valid organization', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'v']));
  const org = await organization();
  await patch(operator, org, { metadata: many });
  const faults = (await problemOf(patch(operator, org, { metadata: { one: 'more' } }))).errors;
  expect(faults).toMatchObject([{ pointer: '/metadata' }]);
  const fixed = patch(operator, org, { type: 'location' } as Patch);
  expect(await refusalOf(fixed)).toBe('400 validation_failed');
});

test('concurrent patches all take effect, each on the result of the previous one', async () => {
  const org = await organization();
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => patch(operator, org, { metadata: { [name]: 'set' } })));
  const client = await operator.clients.get({ params: { client_id: org.client.id } });
  expect([client.version, Object.keys(client.metadata).sort()]).toEqual([5, names]);
});

test('a secret that was withdrawn a moment ago is refused', async () => {
  const org = await organization();
  const child = await organization(org);
  const { id, key } = await operator.apiKeys.create({
    body: { name: 'Withdrawn', client_id: org.client.id, scopes: ['clients:write'] },
  });
  await patch(clientFor(key), child, { metadata: { first: 'yes' } });
  await org.api.apiKeys.revoke({ params: { api_key_id: id } });
  expect(await refusalOf(patch(clientFor(key), child, { metadata: { second: 'no' } }))).toBe(
    '401 unauthenticated',
  );
});

import { expect, test } from 'vitest';
import { operator, organization, problemOf } from '../../fixtures.ts';

test('an organization can be sent back as it was read, and omitted fields are reset to their defaults', async () => {
  const org = await organization(undefined, 'client', { settings: { locale: 'en' } });
  const params = { client_id: org.client.id };
  const read = await operator.clients.get({ params });
  const written = await operator.clients.replace({ params, body: { ...read, name: 'Renamed' } });
  expect(written).toEqual({ ...read, name: 'Renamed', version: 2, updated_at: written.updated_at });

  const bare = await operator.clients.replace({ params, body: { name: 'Bare' } });
  expect(bare).toMatchObject({ name: 'Bare', settings: {}, billing_info: {}, metadata: {}, version: 3 });
});

test('its type and parent cannot be changed', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const problem = await problemOf(
    operator.clients.replace({
      params: { client_id: org.client.id },
      body: { name: 'X', type: 'location', parent_id: null },
    }),
  );
  expect(problem.errors).toEqual([
    { pointer: '/type', code: 'fixed', detail: 'cannot be changed' },
    { pointer: '/parent_id', code: 'fixed', detail: 'cannot be changed' },
  ]);
});

test('concurrent changes all take effect, one after the other', async () => {
  const org = await organization();
  const params = { client_id: org.client.id };
  const names = ['A', 'B', 'C', 'D'];
  const versions = await Promise.all(
    names.map(async (name) => (await operator.clients.replace({ params, body: { name } })).version),
  );
  expect(versions.sort()).toEqual([2, 3, 4, 5]);
});

test('of two changes to the same version, one succeeds', async () => {
  const org = await organization();
  const params = { client_id: org.client.id };
  const { response } = await operator.clients.get.withResponse({ params });
  const ifMatch = response.headers.get('etag') ?? '';
  const outcomes = await Promise.allSettled(
    ['A', 'B', 'C'].map((name) => operator.clients.replace({ params, body: { name }, ifMatch })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { operator, organization, refusalOf, unknownId } from '../../fixtures.ts';

test('keys of the organization and its descendants are listed, without their secrets', async () => {
  const org = await organization();
  const location = await organization(org, 'location');
  const { reply } = await org.api.apiKeys.list.withResponse();
  expect(reply.data.map(({ client_id }) => client_id)).toEqual([location.client.id, org.client.id]);
  expect(JSON.stringify(reply)).not.toMatch(/vap_|secret|hash/);
  const below = await org.api.apiKeys.list({ query: { client_id: location.client.id } });
  expect(below.data).toHaveLength(1);
  // A request reads while its own use is recorded, so that the next one shows it.
  await location.api.me.get();
  expect((await location.api.apiKeys.list()).data).toEqual(
    below.data.map((item) => ({
      ...item,
      last_used_at: expect.any(String),
    })),
  );
});

test('the last use of a key is shown with a precision of an hour', async () => {
  const org = await organization();
  const before = Date.now();
  await org.api.agents.list();
  const [key] = (await operator.apiKeys.list({ query: { client_id: org.client.id } })).data;
  const used = Date.parse(key?.last_used_at ?? '');
  expect(used).toBeGreaterThanOrEqual(before - 1);
  await org.api.agents.list();
  const again = await operator.apiKeys.get({ params: { api_key_id: key?.id ?? '' } });
  expect(Date.parse(again.last_used_at ?? '')).toBe(used);
});

test('an organization out of reach is not found', async () => {
  const org = await organization();
  const list = org.api.apiKeys.list({ query: { client_id: unknownId('client') } });
  expect(await refusalOf(list)).toBe('404 client_not_found');
});

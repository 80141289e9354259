import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connect, deliver, newCall, settled } from '../../support/connected.ts';

test('integrations are listed at every level, newest first, without their mappings', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const create = (org: typeof client, name: string) =>
    org.api.integrations.create({ body: { provider: 'vapi', name } });
  const above = await create(reseller, 'Above');
  const below = await create(client, 'Below');
  const { data } = await reseller.api.integrations.list({});
  expect(data.map(({ id }) => id)).toEqual([below.id, above.id]);
  expect(data[0]).not.toHaveProperty('agents');
  const query = { client_id: client.client.id };
  expect((await reseller.api.integrations.list({ query })).data.map(({ id }) => id)).toEqual([below.id]);
  expect((await client.api.integrations.list({})).data.map(({ id }) => id)).toEqual([below.id]);
  const beyond = client.api.integrations.list({ query: { client_id: unknownId('client') } });
  expect(await refusalOf(beyond)).toBe('404 client_not_found');
});

test('each integration is listed with the number of its parked events, if they are asked for', async () => {
  const org = await organization();
  const waiting = await connect(org, 'retell');
  const quiet = await connect(org, 'retell');
  for (const payload of newCall('retell').events) await deliver(waiting, payload);
  const events = await settled(org, waiting, ({ status }) => status === 'parked');
  const counts = async (query: object): Promise<unknown> => {
    const { data } = await org.api.integrations.list({ query });
    return data.map(({ id, parked_events }) => [id, parked_events]);
  };
  expect(await counts({ expand: ['parked_events'] })).toEqual([
    [quiet.id, 0],
    [waiting.id, events.length],
  ]);
  expect(await counts({})).toEqual([
    [quiet.id, undefined],
    [waiting.id, undefined],
  ]);
  const tooMany = org.api.integrations.list({ query: { limit: '51', expand: ['parked_events'] } });
  expect(await refusalOf(tooMany)).toBe('400 validation_failed');
});

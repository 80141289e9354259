import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a list has the webhooks of an organization and its descendants, page by page, without secrets', async () => {
  const org = await organization();
  const child = await organization(org);
  const made = [];
  for (const [one, at] of [org, child, org].map((each, index) => [each, index] as const)) {
    made.push(await one.api.webhooks.create({ body: { events: ['*'], description: `Number ${at}` } }));
  }
  const listed = [];
  for await (const webhook of org.api.webhooks.list.all({ query: { limit: '2' } })) listed.push(webhook);
  expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  const ofChild = await org.api.webhooks.list({ query: { client_id: child.client.id } });
  expect(ofChild.data.map(({ id }) => id)).toEqual([made[1]?.id]);
  const unknown = org.api.webhooks.list({ query: { client_id: unknownId('client') } });
  expect(await refusalOf(unknown)).toBe('404 client_not_found');
});

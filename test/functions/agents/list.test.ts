import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf, unknownId } from '../../fixtures.ts';

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

test('agents are listed at every level above them, newest first, without long fields', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const location = await organization(client, 'location');
  const first = await client.api.agents.create({
    body: { name: 'First', prompt: 'Long', description: 'Short' },
  });
  const second = await newAgent(location, 'Second');
  expect(idsOf(await reseller.api.agents.list())).toEqual([second.id, first.id]);
  expect(idsOf(await client.api.agents.list({ query: { order: 'asc' } }))).toEqual([first.id, second.id]);
  expect(idsOf(await location.api.agents.list())).toEqual([second.id]);
  expect(idsOf(await reseller.api.agents.list({ query: { client_id: location.client.id } }))).toEqual([
    second.id,
  ]);

  const { data } = await client.api.agents.list({ query: { order: 'asc' } });
  const { id, client_id, name, description, language, voice_id, provider, external_id } = first;
  const { created_at, updated_at, version } = first;
  expect(data[0]).toEqual({
    id,
    client_id,
    name,
    description,
    language,
    voice_id,
    provider,
    external_id,
    created_at,
    updated_at,
    version,
  });
});

test('the name filter accepts the beginning of a name', async () => {
  const org = await organization();
  const [night, nine] = [await newAgent(org, 'Nightshift'), await newAgent(org, 'NINE lives')];
  await newAgent(org, 'Day');
  expect(idsOf(await org.api.agents.list({ query: { name: 'ni' } }))).toEqual([nine.id, night.id]);
  expect(idsOf(await org.api.agents.list({ query: { name: 'nightshift' } }))).toEqual([night.id]);
});

test('an organization out of reach is not found', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  for (const client_id of [stranger.client.id, unknownId('client')]) {
    expect(await refusalOf(org.api.agents.list({ query: { client_id } }))).toBe('404 client_not_found');
  }
});

test('a name filter of which nothing is compared is refused', async () => {
  const org = await organization();
  expect(await refusalOf(org.api.agents.list({ query: { name: '\u0301' } }))).toBe('400 validation_failed');
});

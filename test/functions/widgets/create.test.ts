import { expect, test } from 'vitest';
import { operator, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import { newWidget, shop } from '../../support/widgets.ts';

test('a widget has the limits and looks that nobody set', async () => {
  const org = await organization();
  const widget = await newWidget(org);
  expect(widget).toMatchObject({
    id: expect.stringMatching(/^wdg_/),
    client_id: org.client.id,
    status: 'active',
    origins: [shop],
    frame: false,
    require_token: false,
    voice: false,
    public_variables: [],
    appearance: { name: null, color: null, position: 'end' },
    texts: {},
    limits: {
      chats_per_visitor_hour: 10,
      messages_per_visitor_hour: 60,
      talks_per_visitor_hour: 20,
      open_chats: 100,
      chats_per_day: 1000,
      messages_per_day: 2000,
      model_tokens_per_day: 10_000_000,
      listening_minutes_per_visitor_day: 60,
      listening_minutes_per_day: 300,
      spoken_characters_per_day: 1_000_000,
    },
  });
  const { data } = await org.api.auditRecords.list({ query: { action: 'widget.created' } });
  expect(data).toMatchObject([{ target: { type: 'widget', id: widget.id } }]);
});

test('a widget belongs to an organization that its agent serves', async () => {
  const org = await organization();
  const other = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const create = (more: object) =>
    refusalOf(operator.widgets.create({ body: { name: 'Shop', agent_id, ...more } }));
  expect(await create({ agent_id: unknownId('agent') })).toBe('404 agent_not_found');
  expect(await create({ client_id: unknownId('client') })).toBe('404 client_not_found');
  expect(await create({ client_id: other.client.id })).toBe('409 agent_not_serving_client');
  expect(await refusalOf(other.api.widgets.create({ body: { name: 'Shop', agent_id } }))).toBe(
    '404 agent_not_found',
  );
  await suspend(org);
  expect(await create({})).toBe('409 client_suspended');
});

test.for([
  'http://shop.example',
  'https://shop.example/',
  'https://*.shop.example',
  'https://Shop.example',
  'https://shop.example:0',
  'null',
  '*',
])('%s is not the origin of a page', async (origin) => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const refused = api.widgets.create({ body: { name: 'Shop', agent_id, origins: [origin] } });
  expect((await problemOf(refused)).errors).toMatchObject([{ pointer: '/origins/0' }]);
});

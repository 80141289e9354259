import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

const url = 'https://crm.example/hooks';

test('messages that are posted are not acknowledged', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { url, events: ['ping'] } });
  const body = { message_ids: [unknownId('msg')] };
  const call = org.api.webhooks.acknowledge({ params: { webhook_id }, body });
  expect(await refusalOf(call)).toBe('409 webhook_posts');
});

test('messages of another webhook are not acknowledged', async () => {
  const org = await organization();
  const [one, other] = await Promise.all(
    ['One', 'Other'].map((description) =>
      org.api.webhooks.create({ body: { description, events: ['ping'] } }),
    ),
  );
  const { id } = await org.api.webhooks.test({ params: { webhook_id: one?.id ?? '' } });
  const params = { webhook_id: other?.id ?? '' };
  expect(await org.api.webhooks.acknowledge({ params, body: { message_ids: [id] } })).toEqual({
    messages: 0,
  });
  const { data } = await org.api.webhookMessages.list({ params: { webhook_id: one?.id ?? '' } });
  expect(data).toMatchObject([{ id, status: 'pending' }]);
});

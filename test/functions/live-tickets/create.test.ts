import { expect, test } from 'vitest';
import { newAgent, newConversation, operator, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { openPage, watchingPage } from '../../support/doorbells.ts';

test('a page that watches an organization hears of its conversations, and opens one socket with a ticket', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { url, expires_at } = await org.api.liveTickets.create({});
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 30_000);
  const page = await watchingPage(url);
  const { id, version } = await org.api.conversations.create({ body: { agent_id: agent.id } });
  expect(await page.next()).toEqual({
    type: 'conversation.started',
    id,
    client_id: org.client.id,
    version,
    turns: 0,
  });
  expect(await openPage(url)).toBe(401);
  await page.close();
});

test('nobody watches what the key does not reach, or two things', async () => {
  const [org, other] = [await organization(), await organization()];
  const conversation = await newConversation(org);
  const refused = (body: { readonly client_id?: string; readonly conversation_id?: string }) =>
    refusalOf(other.api.liveTickets.create({ body }));
  expect(await refused({ client_id: org.client.id })).toBe('404 client_not_found');
  expect(await refused({ client_id: unknownId('client') })).toBe('404 client_not_found');
  expect(await refused({ conversation_id: conversation.id })).toBe('404 conversation_not_found');
  expect(await refused({ client_id: other.client.id, conversation_id: conversation.id })).toBe(
    '400 validation_failed',
  );
  expect((await operator.liveTickets.create({ body: { client_id: org.client.id } })).url).toMatch(/^ws/);
});

import { expect, test } from 'vitest';
import { newAgent, newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

test('an active conversation is listed until it ends', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const one = await newConversation(org, { agent_id: agent.id, channel: 'web' });
  const two = await newConversation(org);
  await newConversation(org, { status: 'completed' });
  expect(idsOf(await org.api.conversations.active())).toEqual([two.id, one.id]);
  expect(idsOf(await org.api.conversations.active({ query: { agent_id: agent.id } }))).toEqual([one.id]);
  expect(idsOf(await org.api.conversations.active({ query: { channel: 'phone', order: 'asc' } }))).toEqual([
    two.id,
  ]);
  await org.api.conversations.update({ params: { conversation_id: one.id }, body: { status: 'completed' } });
  expect(idsOf(await org.api.conversations.active())).toEqual([two.id]);
});

test('it accepts no status filter and no organization out of reach', async () => {
  const org = await organization();
  const status = org.api.conversations.active({ query: { status: 'failed' } as never });
  expect(await refusalOf(status)).toBe('400 unknown_parameter');
  const elsewhere = org.api.conversations.active({ query: { client_id: unknownId('client') } });
  expect(await refusalOf(elsewhere)).toBe('404 client_not_found');
});

import { expect, test } from 'vitest';
import { newAgent, newConversation, operator, organization, refusalOf, unknownId } from '../../fixtures.ts';

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

test('the last turns of all are in one answer, with the names of agents above', async () => {
  const org = await organization();
  const location = await organization(org, 'location');
  const agent = await newAgent(org);
  const { id } = await newConversation(org, { agent_id: agent.id, client_id: location.client.id });
  const silent = await newConversation(location);
  const turns = Array.from({ length: 10 }, (_, at) => ({ role: 'user' as const, text: `Turn ${at}` }));
  for (const turn of turns) {
    await org.api.transcripts.append({ params: { conversation_id: id }, body: { turns: [turn] } });
  }
  const query = { expand: ['names' as const, 'turns' as const], order: 'asc' as const };
  const { data } = await location.api.conversations.active({ query });
  expect(data.map(({ latest_turns }) => latest_turns)).toEqual([
    turns.slice(2).map((turn, at) => ({ index: at + 2, ...turn })),
    [],
  ]);
  expect(data).toMatchObject([
    { id, agent_name: agent.name, client_name: location.client.name },
    { id: silent.id },
  ]);
  const [plain] = (await location.api.conversations.active()).data;
  expect(plain).not.toHaveProperty('latest_turns');
  expect(plain).not.toHaveProperty('agent_name');
});

test('asking for active conversations is recorded as a list, and for their turns as a read of these as well', async () => {
  const org = await organization();
  await newConversation(org);
  const records = async () => {
    const { data } = await operator.auditRecords.list({ query: { client_id: org.client.id } });
    return data
      .filter(
        ({ action, target }) => /^(conversation|transcript)\./.test(action) && target.id === org.client.id,
      )
      .map(({ action, count }) => `${action} ${count}`)
      .sort();
  };
  await org.api.conversations.active();
  expect(await records()).toEqual(['conversation.listed 1']);
  await org.api.conversations.active({ query: { expand: ['turns'] } });
  // The repeat is counted in memory, and is in the record once some request adds the counts.
  expect(await records()).toEqual([
    expect.stringMatching(/^conversation\.listed [12]$/),
    'transcript.read 1',
  ]);
});

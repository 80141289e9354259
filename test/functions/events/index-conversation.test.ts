import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { encodeUuid, newId } from '#lib/domain/ids.ts';
import { eventKey, keyOf, partitionOf } from '#lib/store/keys.ts';
import type { Key } from '#lib/store/table.ts';
import type { Organization } from '../../fixtures.ts';
import { injectFault, newConversation, operator, organization, platform } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { dynamodb } from '../../support/table.ts';

const TableName = platform.table;
const start_time = '2026-11-20T09:00:00.000Z';

const over = (texts: readonly string[]) => ({
  start_time,
  status: 'completed' as const,
  turns: texts.map((text) => ({ role: 'user' as const, text })),
});

/** The conversations that have a word, at every level above them. */
const foundAt = async (org: Organization, agent_id: string, q: string): Promise<string[][]> => {
  const own = await org.api.conversations.list({ query: { q } });
  const all = await operator.conversations.list({ query: { q, agent_id } });
  return [own, all].map(({ data }) => data.map(({ id }) => id));
};

/** Waits until a conversation is found by these words at every level, and by none of others. */
const settles = (
  org: Organization,
  { id, agent_id }: Conversation,
  words: readonly string[],
  others: readonly string[] = [],
) =>
  eventually(async () => {
    for (const q of words) expect([q, await foundAt(org, agent_id, q)]).toEqual([q, [[id], [id]]]);
    for (const q of others) expect([q, await foundAt(org, agent_id, q)]).toEqual([q, [[], []]]);
  });

/**
 * Changes a turn directly in the table, and the conversation's version, because the turns of a version never
 * change. Nothing may be following the conversation meanwhile: it could read the version before and the turns
 * after the change.
 */
const correct = async (
  org: Organization,
  { id }: Conversation,
  wrong: string,
  right: string,
): Promise<void> => {
  await settles(org, await newConversation(org, over(['meanwhile'])), ['meanwhile']);
  const read = async (Key: Key) => {
    const { Item = {} } = await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  };
  const [turns, conversation] = [await read(keyOf('turns', id, 0)), await read(keyOf('conversation', id))];
  const changed = [
    { ...turns, turns: String(turns.turns).replace(wrong, right) },
    { ...conversation, version: Number(conversation.version) + 1 },
  ];
  await dynamodb.send(
    new TransactWriteCommand({ TransactItems: changed.map((Item) => ({ Put: { TableName, Item } })) }),
  );
};

/** Appends an event as a write does, and another write that makes the follower look. */
const tell = async (
  org: Organization,
  entity: string,
  type = 'conversation.ended',
  id: string = newId('evt'),
): Promise<string> => {
  const event = {
    ...eventKey(entity, id),
    id,
    type,
    entity,
    client_id: org.client.id,
    path: [org.client.id],
    version: 1,
  };
  await dynamodb.send(new PutCommand({ TableName, Item: event }));
  await org.api.agents.create({ body: { name: 'Whoever' } });
  return id;
};

test('a conversation is found once, by each of its words and at every level, also if its event comes again', async () => {
  const org = await organization();
  const conversation = await newConversation(org, over(['Hello hello, my friend', 'HELLO again']));
  const words = ['again', 'friend', 'hello', 'my'];
  await settles(org, conversation, words);
  await Promise.all([tell(org, conversation.id), tell(org, conversation.id), tell(org, conversation.id)]);
  await settles(org, await newConversation(org, over(['later'])), ['later']);
  await settles(org, conversation, words);
});

test('corrections are indexed, and erased text is removed', async () => {
  const org = await organization();
  const conversation = await newConversation(org, over(['an old and wrong word']));
  const before = ['an', 'and', 'old', 'word', 'wrong'];
  await settles(org, conversation, before);

  await correct(org, conversation, 'an old and wrong', 'one new and nice');
  await tell(org, conversation.id);
  const after = ['and', 'new', 'nice', 'one', 'word'];
  await settles(org, conversation, after, ['an', 'old', 'wrong']);

  await org.api.conversations.erase({ params: { conversation_id: conversation.id } });
  await settles(org, conversation, [], [...before, ...after]);
  // The follower finds nothing to index now, and leaves nothing behind.
  await tell(org, conversation.id);
  await eventually(async () => {
    const Key = keyOf('search_text', conversation.id);
    expect((await dynamodb.send(new GetCommand({ TableName, Key }))).Item).toBeUndefined();
  });
});

test('an event that comes long after its id was made is followed all the same', async () => {
  const org = await organization();
  const conversation = await newConversation(org, over(['early']));
  await settles(org, conversation, ['early']);
  await correct(org, conversation, 'early', 'later');
  const made = encodeUuid(v7({ msecs: Date.now() - 20_000 }, new Uint8Array(16)));
  await tell(org, conversation.id, 'conversation.ended', `evt_${made}`);
  await settles(org, conversation, ['later'], ['early']);
});

test('an event that cannot be processed is parked with its reason, and holds up none that come with it or after it', async () => {
  const org = await organization();
  const conversation = await newConversation(org, over(['poison']));
  const { id } = conversation;
  await settles(org, conversation, ['poison']);
  const { Item: whole } = await dynamodb.send(new GetCommand({ TableName, Key: keyOf('conversation', id) }));
  await dynamodb.send(new PutCommand({ TableName, Item: { ...whole, fields: '{' } }));
  const event = await tell(org, id);
  await settles(org, await newConversation(org, over(['healthy'])), ['healthy']);
  const { Items } = await dynamodb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': partitionOf('parked_event'), ':sk': `${event}#index` },
    }),
  );
  expect(Items).toEqual([
    expect.objectContaining({
      entity: id,
      type: 'conversation.ended',
      error: expect.stringMatching('JSON'),
    }),
  ]);
  // The table is verified as a whole after all tests.
  await dynamodb.send(new PutCommand({ TableName, Item: whole }));
});

test.for(['refused', 'throttled', 'lost-answer'] as const)(
  'a conversation is found, also when DynamoDB has %s what is written of it',
  async (kind) => {
    const org = await organization();
    await injectFault({ contains: `${org.client.id}#fresh`, operation: 'BatchWriteItem', kind, times: 4 });
    const words = Array.from({ length: 20 }, (_, at) => `w${at}`);
    await settles(org, await newConversation(org, over([words.join(' ')])), words);
  },
);

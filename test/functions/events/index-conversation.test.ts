import { BatchWriteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  conversationKey,
  eventKey,
  listPartition,
  listSort,
  parkedPartition,
  postingSort,
  turnsKey,
  wordPartition,
  wordsKey,
} from '#lib/data/keys.ts';
import { encodeUuid, newId } from '#lib/domain/ids.ts';
import type { Organisation } from '../../fixtures.ts';
import { injectFault, newConversation, organisation, platform } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { allItems, dynamodb } from '../../support/table.ts';

const TableName = platform.table;
const start_time = '2026-11-20T09:00:00.000Z';

const over = (texts: readonly string[]) => ({
  start_time,
  status: 'completed' as const,
  turns: texts.map((text) => ({ role: 'user' as const, text })),
});

interface Posting {
  readonly owner: string;
  readonly word: string;
}

const postings = (org: Organisation, words: readonly string[]): Posting[] =>
  ['platform', org.client.id].flatMap((owner) => words.map((word) => ({ owner, word })));

/** Whether a conversation has the posting. */
const exists = async (id: string, { owner, word }: Posting): Promise<boolean> => {
  const { Count } = await dynamodb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: {
        ':pk': wordPartition(owner, word),
        ':sk': postingSort(word, listSort(start_time, id)),
      },
    }),
  );
  return Count === 1;
};

/** Waits until a conversation has the postings of these words, and none of others. */
const settles = (org: Organisation, id: string, words: readonly string[], others: readonly string[] = []) =>
  eventually(async () => {
    for (const posting of postings(org, words)) expect(await exists(id, posting)).toBe(true);
    for (const posting of postings(org, others)) expect(await exists(id, posting)).toBe(false);
  });

/** Appends an event as a write does, and another write that makes the follower look. */
const tell = async (
  org: Organisation,
  entity: string,
  type = 'conversation.ended',
  id: string = newId('evt'),
): Promise<string> => {
  const event = { ...eventKey(entity, id), id, type, entity, client_id: org.client.id, version: 1 };
  await dynamodb.send(new PutCommand({ TableName, Item: event }));
  await org.api.agents.create({ body: { name: 'Whoever' } });
  return id;
};

test('every different word has one posting for each organisation above, and an event told twice adds none', async () => {
  const org = await organisation();
  const { id } = await newConversation(org, over(['Hello hello, my friend', 'HELLO again']));
  const words = ['again', 'friend', 'hello', 'my'];
  await settles(org, id, words);
  await Promise.all([tell(org, id), tell(org, id), tell(org, id)]);
  const { id: other } = await newConversation(org, over(['later']));
  await settles(org, other, ['later']);
  const all = (await allItems(id)).filter(({ pk }) => pk.includes('#word#'));
  expect(all).toHaveLength(postings(org, words).length);
  await settles(org, id, words);
});

test('what was corrected is indexed as it is now, and what was erased is not', async () => {
  const org = await organisation();
  const { id } = await newConversation(org, over(['an old and wrong word']));
  const before = ['an', 'and', 'old', 'word', 'wrong'];
  await settles(org, id, before);

  const Key = turnsKey(id, 0);
  const { Item } = await dynamodb.send(new GetCommand({ TableName, Key }));
  const turns = String(Item?.turns).replace('an old and wrong', 'one new and nice');
  await dynamodb.send(new PutCommand({ TableName, Item: { ...Item, turns } }));
  await tell(org, id);
  const after = ['and', 'new', 'nice', 'one', 'word'];
  await settles(org, id, after, ['an', 'old', 'wrong']);

  const entries = ['platform', org.client.id].map((owner) => ({
    pk: listPartition(owner, 'conversations'),
    sk: listSort(start_time, id),
  }));
  const erased = [conversationKey(id), Key, ...entries].map((key) => ({ DeleteRequest: { Key: key } }));
  await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: erased } }));
  await tell(org, id);
  await settles(org, id, [], [...before, ...after]);
  await eventually(async () => {
    const left = await dynamodb.send(new GetCommand({ TableName, Key: wordsKey(id) }));
    expect(left.Item).toBeUndefined();
  });
});

test('an event that comes long after its id was made is followed all the same', async () => {
  const org = await organisation();
  const { id } = await newConversation(org, over(['early']));
  await settles(org, id, ['early']);
  const Key = turnsKey(id, 0);
  const { Item } = await dynamodb.send(new GetCommand({ TableName, Key }));
  const turns = String(Item?.turns).replace('early', 'later');
  await dynamodb.send(new PutCommand({ TableName, Item: { ...Item, turns } }));
  const made = encodeUuid(v7({ msecs: Date.now() - 20_000 }, new Uint8Array(16)));
  await tell(org, id, 'conversation.ended', `evt_${made}`);
  await settles(org, id, ['later'], ['early']);
});

test('an event that cannot be processed is parked with its reason, and holds up none that come after it', async () => {
  const org = await organisation();
  const { id } = await newConversation(org, over(['poison']));
  await settles(org, id, ['poison']);
  const { Item: whole } = await dynamodb.send(new GetCommand({ TableName, Key: conversationKey(id) }));
  await dynamodb.send(new PutCommand({ TableName, Item: { ...whole, audio: '{' } }));
  const event = await tell(org, id);
  const { id: next } = await newConversation(org, over(['healthy']));
  await settles(org, next, ['healthy']);
  const { Items } = await dynamodb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': parkedPartition, ':sk': `${event}#index` },
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
  'postings are complete, also when DynamoDB has %s some of them',
  async (kind) => {
    const org = await organisation();
    await injectFault({ contains: `${org.client.id}#word#`, operation: 'BatchWriteItem', kind, times: 4 });
    const words = Array.from({ length: 120 }, (_, at) => `w${String(at).padStart(3, '0')}`);
    const { id } = await newConversation(org, over([words.join(' ')]));
    await settles(org, id, words);
  },
);
